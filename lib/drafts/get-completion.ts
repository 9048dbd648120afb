import { database } from "@/lib/db/client";
import { claimTokenInvalid, hashGivenToken } from "@/lib/drafts/claim-token";
import { findVerification } from "@/lib/drafts/repository";
import { isDomainError } from "@/lib/errors";
import { getAccount } from "@/lib/identity/get-account";
import { findAccountOfRegistration } from "@/lib/identity/get-registration";
import { getAgentLink } from "@/lib/identity/get-agent-link";
import { hasPassword } from "@/lib/identity/has-password";

/** The account a confirmed link opens, until it has a password. */
export interface Completion {
  accountId: string;
  username: string;
  /** It can sign in already: nothing is left to do here (R-002-116). */
  hasPassword: boolean;
}

/**
 * Whose password can be set with the token of a link: the same token that confirmed an agent, a draft or a registration,
 * as long as it did. Throws CLAIM_TOKEN_INVALID for any other token, one that was not confirmed yet included.
 */
export async function getCompletion(token: unknown): Promise<Completion> {
  const tokenHash = hashGivenToken(token);
  const accountId =
    (await findVerification(database(), tokenHash))?.accountId ??
    (await accountOfAgentLink(tokenHash)) ??
    (await findAccountOfRegistration(tokenHash));
  if (accountId === null) throw claimTokenInvalid();
  const { username } = await getAccount(accountId);
  return { accountId, username, hasPassword: await hasPassword(accountId) };
}

async function accountOfAgentLink(tokenHash: string): Promise<string | null> {
  try {
    return (await getAgentLink(tokenHash)).accountId;
  } catch (error) {
    if (isDomainError(error, "CLAIM_TOKEN_INVALID")) return null;
    throw error;
  }
}
