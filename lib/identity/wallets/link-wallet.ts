import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { findWallet, insertWallet } from "@/lib/identity/accounts/accounts-repository";
import type { Actor } from "@/lib/identity/actor";
import { holdConfirmed } from "@/lib/identity/confirmation/confirmation";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import { takeSignInChallenge, type SignInAttempt } from "@/lib/identity/wallets/take-sign-in-challenge";

/**
 * Adds a wallet to the actor's account, after the same proof as a sign-in. Linking one's own wallet again changes
 * nothing. Throws CONFIRMATION_REQUIRED, WALLET_ALREADY_LINKED for another account's wallet, AUTH_FAILED for an account
 * that was closed meanwhile, and what `takeSignInChallenge` throws.
 */
export async function linkWallet(
  actor: Actor,
  attempt: SignInAttempt,
  clock: Clock = systemClock,
): Promise<{ address: string }> {
  const address = await takeSignInChallenge(attempt, clock);
  try {
    await inTransaction(async (tx) => {
      const now = clock.now();
      await holdConfirmed(tx, actor, now);
      const { accountId } = actor;
      await insertWallet(tx, { address, accountId, kind: "wallet", createdAt: now });
      await recordAccessChange(tx, { accountId, change: "wallet-linked", what: address, by: actor }, now);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const owner = await findWallet(database(), address);
    if (owner?.accountId !== actor.accountId) {
      throw new DomainError("WALLET_ALREADY_LINKED", "This wallet signs in to another account.");
    }
  }
  return { address };
}
