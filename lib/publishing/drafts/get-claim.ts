import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import {
  claimTokenInvalid,
  hashGivenToken,
  isOutOfTime,
  claimAlreadyCompleted,
  claimTokenExpired,
  verifyLinkExpired,
} from "@/lib/publishing/drafts/claim-token";
import {
  findDraftByToken,
  listOpenDrafts,
  type DraftRow,
  findVerification,
  type VerificationRow,
} from "@/lib/publishing/drafts/repository";
import { awaitsPassword, isLinkOpen, type ConfirmedLink } from "@/lib/identity/passwords/first-password";
import { getAgentLink, type AgentLink, findConfirmedAgentLink } from "@/lib/identity/agents/agent-links";
import { maskEmailAddress } from "@/lib/identity/email/email-address";
import { getAccount } from "@/lib/identity/accounts/accounts";
import { findConfirmedRegistration } from "@/lib/identity/registration/owner-registration";
import { hasPassword } from "@/lib/identity/passwords/own-password";

/** What the claim page shows of a draft. */
export interface ClaimView {
  state: "open" | "expired" | "claimed";
  slug: string;
  agent: { name: string; provider: string | null } | null;
  uploadedAt: string;
  expiresAt: string | null;
  /** How many other drafts of this agent can be claimed with it; 0 when the agent has an owner. */
  otherDrafts: number;
  /** The agent has no owner yet, so that it can be claimed as a whole. */
  agentIsOpen: boolean;
}

/** The draft behind a claim link, for its page: looking changes nothing. Throws CLAIM_TOKEN_INVALID. */
export async function getClaim(token: unknown, clock: Clock = systemClock): Promise<ClaimView> {
  const now = clock.now();
  const draft = await findDraftByToken(database(), hashGivenToken(token));
  if (!draft) throw claimTokenInvalid();
  const { agentIdentity: agent } = draft;
  const open = agent !== null && agent.state !== "claimed";
  const drafts = open ? await listOpenDrafts(database(), agent.id, now) : [];
  return {
    state: stateOf(draft, now),
    slug: draft.slug,
    agent: agent && { name: agent.name, provider: agent.provider },
    uploadedAt: draft.createdAt.toISOString(),
    expiresAt: draft.claimExpiresAt?.toISOString() ?? null,
    otherDrafts: drafts.filter(({ id }) => id !== draft.id).length,
    agentIsOpen: open,
  };
}

function stateOf(draft: DraftRow, now: Date): ClaimView["state"] {
  if (draft.claimStatus === "claimed") return "claimed";
  return isOutOfTime(draft, now) ? "expired" : "open";
}

/** What the page of an agent's link shows. */
interface AgentClaimView extends Pick<AgentLink, "state" | "agent" | "email"> {
  /** Names of the drafts that go to whoever confirms. */
  drafts: string[];
  maySetPassword: boolean;
}

/**
 * The agent behind a link in a mail: looking changes nothing (docs/dialects/differences.md). Throws
 * CLAIM_TOKEN_INVALID.
 */
export async function getAgentClaim(token: unknown, clock: Clock = systemClock): Promise<AgentClaimView> {
  const { state, agent, email, identityId, confirmed } = await getAgentLink(hashGivenToken(token), clock);
  const drafts = state === "ready" ? await listOpenDrafts(database(), identityId, clock.now()) : [];
  return {
    state,
    agent,
    email,
    drafts: drafts.map(({ slug }) => slug),
    maySetPassword: confirmed !== null && (await awaitsPassword(confirmed, clock.now())),
  };
}

/** What the page of a confirmation link shows: what is to be confirmed, or what became of it. */
interface VerificationView {
  /** `taken`: another address was faster. */
  state: "ready" | "expired" | "done" | "taken";
  slug: string;
  /** Masked. */
  email: string;
  wholeAgent: boolean;
  agent: string | null;
  /** A password can be set now. */
  maySetPassword: boolean;
}

/**
 * The claim behind a confirmation link: looking changes nothing (docs/dialects/differences.md). Throws
 * CLAIM_TOKEN_INVALID.
 */
export async function getVerification(token: unknown, clock: Clock = systemClock): Promise<VerificationView> {
  const verification = await findVerification(database(), hashGivenToken(token));
  if (!verification) throw claimTokenInvalid();
  const { accountId, email, usedAt, createdAt: askedAt } = verification;
  return {
    state: linkStateOf(verification, clock.now()),
    slug: verification.skill.slug,
    email: maskEmailAddress(email),
    wholeAgent: verification.wholeAgent,
    agent: verification.skill.agentIdentity?.name ?? null,
    maySetPassword:
      accountId !== null &&
      usedAt !== null &&
      (await awaitsPassword({ accountId, email, askedAt, usedAt }, clock.now())),
  };
}

function linkStateOf({ usedAt, expiresAt, skill }: VerificationRow, now: Date): VerificationView["state"] {
  if (usedAt !== null) return "done";
  if (skill.claimStatus === "claimed") return "taken";
  return expiresAt <= now || isOutOfTime(skill, now) ? "expired" : "ready";
}

/** The account a confirmed link opens, until it has a password. */
interface Completion {
  accountId: string;
  username: string;
  /** The address the link was sent to, which the account still has, and when it was asked for. */
  link: { email: string; askedAt: Date };
  /** It can sign in already: nothing is left to do here (USK, agent identity). */
  hasPassword: boolean;
}

/**
 * Whose password can be set with the token of a link: the same token that confirmed an agent, a draft or a
 * registration, within thirty days, and while the account has the address it was sent to and has not ended what was
 * asked for before. Throws CLAIM_TOKEN_INVALID for any other token, one that was not confirmed yet included.
 */
export async function getCompletion(token: unknown, clock: Clock = systemClock): Promise<Completion> {
  const tokenHash = hashGivenToken(token);
  const link =
    (await findConfirmedClaim(tokenHash)) ??
    (await findConfirmedAgentLink(tokenHash)) ??
    (await findConfirmedRegistration(tokenHash));
  if (link === null || !isLinkOpen(link, clock.now())) throw claimTokenInvalid();
  const { accountId, username, email } = await getAccount(link.accountId);
  // The account has another address by now: who reads the old one has no business with it.
  if (email !== link.email) throw claimTokenInvalid();
  const isDone = await hasPassword(accountId);
  if (!isDone && !(await awaitsPassword(link, clock.now()))) throw claimTokenInvalid();
  return { accountId, username, link, hasPassword: isDone };
}

async function findConfirmedClaim(tokenHash: string): Promise<ConfirmedLink | null> {
  const row = await findVerification(database(), tokenHash);
  if (!row) return null;
  const { accountId, email, createdAt: askedAt, usedAt } = row;
  return accountId === null || usedAt === null ? null : { accountId, email, askedAt, usedAt };
}

/** The pages of a claim, each reached by a link with a token. */
type ClaimPage = "claim" | "verify" | "claim-agent" | "claim-agent-complete";

/**
 * Throws what is wrong with a link: CLAIM_TOKEN_INVALID, CLAIM_TOKEN_EXPIRED, CLAIM_VERIFY_EXPIRED or
 * CLAIM_ALREADY_COMPLETED. A link that still has something to show, as one that was confirmed has, is right.
 */
export async function assertLinkWorks(
  page: ClaimPage,
  token: unknown,
  clock: Clock = systemClock,
): Promise<void> {
  if (page === "claim-agent-complete") {
    await getCompletion(token, clock);
    return;
  }
  if (page === "claim") {
    const { state } = await getClaim(token, clock);
    if (state === "claimed") throw claimAlreadyCompleted();
    if (state === "expired") throw claimTokenExpired();
    return;
  }
  const { state } = await (page === "verify" ? getVerification(token, clock) : getAgentClaim(token, clock));
  if (state === "taken") throw claimAlreadyCompleted();
  if (state === "expired") throw verifyLinkExpired();
}
