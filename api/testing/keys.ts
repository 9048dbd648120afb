import { createApiKey } from "@/lib/identity/keys/own-keys";
import { findActorByUsername } from "@/lib/identity/accounts/accounts";
import { makeAccount, type TestAccount } from "@/lib/testing/builders";

/** A new account with a wallet and a working API key. */
export async function makeKeyHolder(): Promise<TestAccount & { key: string; keyId: string }> {
  const account = await makeAccount();
  const actor = await findActorByUsername(account.username);
  if (!actor) throw new Error("the account was just made");
  const { key, id: keyId } = await createApiKey(actor, "test");
  return { ...account, key, keyId };
}
