import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { retryOnUniqueViolation, inTransaction } from "@/lib/db/transaction";
import { claimAgent } from "@/lib/publishing/drafts/claim-agent";
import { hashGivenToken } from "@/lib/publishing/drafts/claim-token";
import { env } from "@/lib/config/env";
import type { Locale } from "@/lib/i18n/routing";
import { mailedAccount, openAccountByEmail } from "@/lib/identity/email/open-account-by-email";
import { agentAlreadyClaimed, takeAgentToken } from "@/lib/identity/agents/take-agent-token";
import { queueMail } from "@/lib/mail/queue-mail";

export interface CompletedAgentClaim {
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
  return retryOnUniqueViolation(() => inTransaction((tx) => finish(tx, given), { timeoutMs: 60_000 }));
}

async function finish(
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
