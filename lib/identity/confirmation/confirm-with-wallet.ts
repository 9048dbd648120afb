import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { findWallet } from "@/lib/identity/accounts/accounts-repository";
import type { Actor } from "@/lib/identity/actor";
import { confirmedNow } from "@/lib/identity/confirmation/confirmation";
import { takeSignInChallenge, type SignInAttempt } from "@/lib/identity/wallets/sign-in-challenge";

/**
 * Whoever acts proves by a wallet of the account that it is them, with the answer to a sign-in question: the same
 * actor, confirmed now. Throws what `takeSignInChallenge` throws, SIGN_IN_SIGNATURE_INVALID for a wallet that is not
 * the account's, and CONFIRMATION_REQUIRED for an actor without a session.
 */
export async function confirmWithWallet(
  actor: Actor,
  attempt: SignInAttempt,
  clock: Clock = systemClock,
): Promise<Actor> {
  const address = await takeSignInChallenge(attempt, clock);
  const wallet = await findWallet(database(), address);
  if (wallet?.accountId !== actor.accountId) {
    throw new DomainError("SIGN_IN_SIGNATURE_INVALID", "This wallet does not sign in to your account.");
  }
  return confirmedNow(actor, { wallet: address, now: clock.now() });
}
