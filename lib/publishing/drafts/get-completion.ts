import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { claimTokenInvalid, hashGivenToken } from "@/lib/publishing/drafts/claim-token";
import { findVerification } from "@/lib/publishing/drafts/repository";
import { awaitsPassword, isLinkOpen, type ConfirmedLink } from "@/lib/identity/passwords/first-password";
import { getAccount } from "@/lib/identity/accounts/get-account";
import { findConfirmedAgentLink } from "@/lib/identity/agents/get-agent-link";
import { findConfirmedRegistration } from "@/lib/identity/registration/owner-registration";
import { hasPassword } from "@/lib/identity/passwords/own-password";

/** The account a confirmed link opens, until it has a password. */
export interface Completion {
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
