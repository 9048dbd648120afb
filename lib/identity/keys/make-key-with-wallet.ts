import { systemClock, type Clock } from "@/lib/kernel/clock";
import { createApiKey } from "@/lib/identity/keys/create-api-key";
import { findOrCreateAccountByWallet } from "@/lib/identity/accounts/find-or-create-account";
import type { ApiKeyView } from "@/lib/identity/keys/list-api-keys";
import { takeSignInChallenge, type SignInAttempt } from "@/lib/identity/wallets/take-sign-in-challenge";
import { toActor } from "@/lib/identity/to-actor";

export interface WalletKey extends ApiKeyView {
  accountId: string;
  username: string;
  /** Shown this once. */
  key: string;
}

/**
 * An API key for whoever holds a wallet, with the answer to a question that was put for it: of the account the wallet
 * signs in to, which its first proof opens. The proof is one of this moment, as making a key asks for, and the owner is
 * told of the key. Throws what `takeSignInChallenge` and `createApiKey` throw.
 */
export async function makeKeyWithWallet(
  attempt: Omit<SignInAttempt, "purpose">,
  name: string,
  clock: Clock = systemClock,
): Promise<WalletKey> {
  const wallet = await takeSignInChallenge({ ...attempt, purpose: "key" }, clock);
  const account = await findOrCreateAccountByWallet(wallet, clock);
  const proof = { confirmedAt: clock.now(), confirmedBy: wallet };
  const actor = toActor(account, { id: null, version: account.sessionVersion, wallet, ...proof });
  const made = await createApiKey(actor, name, clock);
  return { ...made, accountId: account.id, username: account.username };
}
