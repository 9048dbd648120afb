import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { retryOnUniqueViolation, inTransaction } from "@/lib/db/transaction";
import {
  claimAlreadyCompleted,
  claimTokenExpired,
  claimTokenInvalid,
  hashGivenToken,
  verifyLinkExpired,
} from "@/lib/publishing/drafts/claim-token";
import { claimAgent } from "@/lib/publishing/drafts/claim-agent";
import { isOutOfTime } from "@/lib/publishing/drafts/find-held-draft";
import { assignDraft } from "@/lib/publishing/drafts/assign-draft";
import { findVerification, useVerification, type VerificationRow } from "@/lib/publishing/drafts/repository";
import { env } from "@/lib/config/env";
import type { Locale } from "@/lib/i18n/routing";
import { mailedAccount, openAccountByEmail } from "@/lib/identity/email/open-account-by-email";
import { queueMail } from "@/lib/mail/queue-mail";

export interface CompletedClaim {
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
  return retryOnUniqueViolation(() => inTransaction((tx) => finish(tx, given), { timeoutMs: 30_000 }));
}

async function finish(
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
