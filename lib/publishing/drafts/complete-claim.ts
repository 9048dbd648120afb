import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { retryOnUniqueViolation, inTransaction } from "@/lib/db/transaction";
import {
  claimAlreadyCompleted,
  claimTokenExpired,
  claimTokenInvalid,
  hashGivenToken,
  verifyLinkExpired,
  isOutOfTime,
} from "@/lib/publishing/drafts/claim-token";
import {
  findVerification,
  useVerification,
  type VerificationRow,
  listOpenDrafts,
  setClaimed,
} from "@/lib/publishing/drafts/repository";
import { env } from "@/lib/platform/config/env";
import type { Locale } from "@/lib/platform/i18n/routing";
import { mailedAccount, openAccountByEmail } from "@/lib/identity/email/open-account-by-email";
import { queueMail } from "@/lib/platform/mail/queue-mail";
import { agentAlreadyClaimed, takeAgentToken } from "@/lib/identity/agents/prove-agent";
import { claimIdentity } from "@/lib/identity/agents/claim-identity";
import { hasSigned } from "@/lib/audits/seals";
import { DomainError } from "@/lib/kernel/errors";
import { nextClaimState, storedClaim } from "@/lib/registry/claim-state";
import { recordEvent } from "@/lib/log/events/events";
import { refreshListing } from "@/lib/search/listing/refresh-listing";
import { getCompletion } from "@/lib/publishing/drafts/get-claim";
import { setFirstPassword } from "@/lib/identity/passwords/first-password";

interface CompletedClaim {
  slug: string;
  username: string;
  /** An account was opened; its key is in the mail, and only there. */
  newAccount: boolean;
  /** Drafts that were claimed with it because the whole agent was. */
  alsoClaimed: number;
}

/**
 * Finishes a claim (USK, draft upload): the link proves the address, the draft goes to that address's account, which is
 * opened if there is none, and a mail says so. All of it is one transaction, and of any number of links confirmed at
 * once one wins. Throws CLAIM_TOKEN_INVALID, CLAIM_VERIFY_EXPIRED, CLAIM_TOKEN_EXPIRED, CLAIM_ALREADY_COMPLETED, and
 * AUDIT_NOT_ALLOWED to who has signed an audit of the draft.
 */
export async function completeClaim(token: unknown, clock: Clock = systemClock): Promise<CompletedClaim> {
  const given = { token: String(token), tokenHash: hashGivenToken(token), now: clock.now() };
  // Another claim may open the account of this address between our look and our insert, or win this draft.
  return retryOnUniqueViolation(() => inTransaction((tx) => finishClaim(tx, given), { timeoutMs: 30_000 }));
}

async function finishClaim(
  db: Database,
  { token, tokenHash, now }: { token: string; tokenHash: string; now: Date },
): Promise<CompletedClaim> {
  const verification = await findVerification(db, tokenHash);
  if (!verification) throw claimTokenInvalid();
  const { skill, email, createdAt: askedAt } = verification;
  assertOpen(verification, now);
  const locale = verification.locale as Locale;
  const account = await openAccountByEmail(db, email, now, { mailLocale: locale, askedAt });
  const ownerId = account.accountId;
  if (!(await assignDraft(db, skill, { ownerId, now }))) throw claimAlreadyCompleted();
  if (!(await useVerification(db, verification.id, { usedAt: now, accountId: ownerId }))) {
    throw claimAlreadyCompleted();
  }
  const others =
    verification.wholeAgent && skill.agentIdentity
      ? await claimAgent(db, skill.agentIdentity, { ownerId, email, now })
      : null;
  await queueMail(db, {
    to: email,
    locale,
    content: {
      kind: "draft-claimed",
      slug: skill.slug,
      link: `${env().APP_URL}/skills/${skill.slug}`,
      account: mailedAccount(account, token),
    },
    now,
  });
  return {
    slug: skill.slug,
    username: account.username,
    newAccount: account.apiKey !== null,
    alsoClaimed: others ?? 0,
  };
}

function assertOpen({ skill, usedAt, expiresAt }: VerificationRow, now: Date): void {
  if (usedAt !== null || skill.claimStatus === "claimed") throw claimAlreadyCompleted();
  if (isOutOfTime(skill, now)) throw claimTokenExpired();
  if (expiresAt > now) return;
  throw verifyLinkExpired();
}

interface CompletedAgentClaim {
  agent: string;
  username: string;
  newAccount: boolean;
  /** Drafts that went to the account. */
  drafts: number;
}

/**
 * Finishes the claim of an agent (USK, agent identity): all its drafts, present and future, belong to the account of
 * the address the link was sent to. Once: a second use changes nothing and sends nothing. Throws
 * CLAIM_TOKEN_INVALID, CLAIM_VERIFY_EXPIRED, CLAIM_ALREADY_COMPLETED, and AUDIT_NOT_ALLOWED to who has signed an audit
 * of one of the drafts.
 */
export async function completeAgentClaim(
  token: unknown,
  clock: Clock = systemClock,
): Promise<CompletedAgentClaim> {
  const given = { token: String(token), tokenHash: hashGivenToken(token), now: clock.now() };
  return retryOnUniqueViolation(() =>
    inTransaction((tx) => finishAgentClaim(tx, given), { timeoutMs: 60_000 }),
  );
}

async function finishAgentClaim(
  db: Database,
  { token, tokenHash, now }: { token: string; tokenHash: string; now: Date },
): Promise<CompletedAgentClaim> {
  const { identity, email, locale: asked, createdAt: askedAt } = await takeAgentToken(db, tokenHash, now);
  const locale = asked as Locale;
  const account = await openAccountByEmail(db, email, now, { mailLocale: locale, askedAt });
  const drafts = await claimAgent(db, identity, { ownerId: account.accountId, email, now });
  if (drafts === null) throw agentAlreadyClaimed();
  await queueMail(db, {
    to: email,
    locale,
    content: {
      kind: "agent-claimed",
      agent: identity.name,
      skills: drafts,
      link: `${env().APP_URL}/dashboard`,
      account: mailedAccount(account, token),
    },
    now,
  });
  return {
    agent: identity.name,
    username: account.username,
    newAccount: account.apiKey !== null,
    drafts,
  };
}

interface AgentOwnership {
  ownerId: string;
  /** The address that was proven. */
  email: string;
  now: Date;
}

/**
 * Gives an agent and all its open drafts to an account; what it uploads later goes there too (USK, agent identity).
 * Runs in the caller's transaction. The number of drafts given; null, and nothing done, when the agent has an owner.
 */
async function claimAgent(
  db: Database,
  agent: { id: string },
  { ownerId, email, now }: AgentOwnership,
): Promise<number | null> {
  const claimed = await claimIdentity(db, agent.id, {
    accountId: ownerId,
    contactEmail: email,
    claimedAt: now,
  });
  if (!claimed) return null;
  const drafts = await listOpenDrafts(db, agent.id, now);
  let given = 0;
  for (const draft of drafts) given += (await assignDraft(db, draft, { ownerId, now })) ? 1 : 0;
  return given;
}

/**
 * Gives an open draft to an account: sandbox becomes community, draft becomes claimed (USK, draft upload). Runs in the
 * caller's transaction, which holds the account; false, and nothing done, when it is no open draft any more. Throws
 * AUDIT_NOT_ALLOWED when the account has signed an audit of it, which would become an author's own.
 */
async function assignDraft(
  db: Database,
  skill: { id: string; slug: string },
  { ownerId, now }: { ownerId: string; now: Date },
): Promise<boolean> {
  const to = storedClaim(nextClaimState("draft", "claim_completed").state);
  if (!(await setClaimed(db, skill.id, { ownerId, to, now }))) return false;
  if (await hasSigned(db, { accountIds: [ownerId], of: { id: skill.id } })) throw ownAudit(skill.slug);
  // It is found under its owner's name now.
  await refreshListing(db, skill.id, now);
  const event = { kind: "draft:claimed", skillId: skill.id, data: { slug: skill.slug } } as const;
  await recordEvent(db, event, now, ownerId);
  return true;
}

const ownAudit = (slug: string) =>
  new DomainError(
    "AUDIT_NOT_ALLOWED",
    `This account has signed an audit of "${slug}", which its author never can. Take the audit back first.`,
  );

interface AccountCompletion {
  token: unknown;
  password: string;
  /** Another user name; empty or left out, it keeps the one it was given. */
  username?: string;
}

/**
 * Sets the password of an account that a claim opened, and its user name, once (USK, agent identity). Throws
 * CLAIM_TOKEN_INVALID, CLAIM_ALREADY_COMPLETED when it has a password, and REQUEST_INVALID for a password or a user
 * name that cannot be one.
 */
export async function completeAccount(
  { token, password, username }: AccountCompletion,
  clock: Clock = systemClock,
): Promise<void> {
  const completion = await getCompletion(token, clock);
  const keepsName = username === undefined || username === "" || username === completion.username;
  const done =
    !completion.hasPassword &&
    (await setFirstPassword(
      {
        accountId: completion.accountId,
        link: completion.link,
        password,
        ...(keepsName ? {} : { username }),
      },
      clock,
    ));
  if (!done)
    throw new DomainError("CLAIM_ALREADY_COMPLETED", "This account has a password. Sign in with it.");
}
