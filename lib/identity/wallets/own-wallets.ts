import { database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import {
  deleteWallet,
  findCredentials,
  findWallet,
  insertWallet,
  lockAccountWallets,
} from "@/lib/identity/accounts/accounts-repository";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import type { Actor } from "@/lib/identity/actor";
import { holdConfirmed } from "@/lib/identity/confirmation/confirmation";
import { deleteLoginsByWallet } from "@/lib/identity/devices/device-logins-repository";
import { isOpen } from "@/lib/identity/ways-in";
import { revokeKeysWhere } from "@/lib/identity/keys/api-keys-repository";
import { takeSignInChallenge, type SignInAttempt } from "@/lib/identity/wallets/sign-in-challenge";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";

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

/**
 * Takes a wallet off the actor's account; whoever signed in with it is signed out, and what it has confirmed is
 * confirmed no more. The keys that were made with its signature end too, and what it let in gets none, unless `keepKeys`
 * is true. Throws CONFIRMATION_REQUIRED, NOT_FOUND for a wallet that is not linked, and REQUEST_INVALID for
 * the last way into the account: the account's wallets are held, so that of two at once the last one stays.
 */
export async function unlinkWallet(
  actor: Actor,
  { address, keepKeys = false }: { address: string; keepKeys?: boolean },
): Promise<void> {
  await inTransaction(async (tx) => {
    const now = systemClock.now();
    const { accountId } = actor;
    await holdConfirmed(tx, actor, now);
    const wallets = await lockAccountWallets(tx, accountId);
    if (!wallets.includes(address)) throw new DomainError("NOT_FOUND", "This wallet is not yours.");
    const { emailVerifiedAt } = (await findCredentials(tx, accountId)) ?? { emailVerifiedAt: null };
    if (!isOpen({ wallets: wallets.length - 1, emailVerified: emailVerifiedAt !== null })) {
      throw new DomainError("REQUEST_INVALID", "This wallet is the only way to sign in to your account.");
    }
    await deleteWallet(tx, address, accountId);
    if (!keepKeys) {
      await revokeKeysWhere(tx, { wallet: address }, { accountId, at: now });
      await deleteLoginsByWallet(tx, { accountId, wallet: address });
    }
    await recordAccessChange(tx, { accountId, change: "wallet-unlinked", what: address, by: actor }, now);
  });
}
