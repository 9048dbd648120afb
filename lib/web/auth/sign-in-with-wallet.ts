import { readSignature } from "@/lib/chain/solana/signature";
import {
  findActorOfSession,
  type SessionIdentity,
  findOrCreateAccountByWallet,
} from "@/lib/identity/accounts/accounts";
import { setRole } from "@/lib/identity/accounts/set-role";
import { takeSignInChallenge } from "@/lib/identity/wallets/sign-in-challenge";
import { newId } from "@/lib/kernel/ids";
import { env } from "@/lib/platform/config/env";

const MAX_FIELD_CHARACTERS = 8192;

/**
 * Proves a wallet and gives the account it signs in to, opening one at the first sign-in. A wallet listed in
 * `ADMINISTRATOR_ADDRESSES` becomes an administrator. `message` is base64. Throws REQUEST_INVALID for a signature that is none, and what
 * `takeSignInChallenge` throws.
 */
export async function signInWithWallet(attempt: {
  message: string;
  signature: string;
  cookie: string | undefined;
}): Promise<{ id: string; name: string; identity: SessionIdentity }> {
  const address = await takeSignInChallenge({
    message: fromBase64(attempt.message),
    signature: readSignature(attempt.signature),
    cookie: attempt.cookie,
  });
  let account = await findOrCreateAccountByWallet(address);
  if (env().ADMINISTRATOR_ADDRESSES.includes(address) && account.role !== "administrator") {
    await setRole("operator", account.id, "administrator");
    account = await findOrCreateAccountByWallet(address);
  }
  const { id: accountId, sessionVersion } = account;
  const confirmed = { at: Date.now(), wallet: address };
  const identity = { id: newId("ses"), accountId, address, sessionVersion, confirmed };
  return { id: account.id, name: account.username, identity };
}

/** The actor of a session while it still counts, else null. */
export function actorOf(identity: SessionIdentity | undefined) {
  return identity ? findActorOfSession(identity) : Promise.resolve(null);
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.slice(0, MAX_FIELD_CHARACTERS), "base64"));
}
