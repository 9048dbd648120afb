import type { Database } from "@/lib/db/client";
import { deleteWalletsOf } from "@/lib/identity/accounts/accounts-repository";
import {
  deleteAgentTokensOf,
  forgetContact,
  retireAgentsOf,
} from "@/lib/identity/agents/agent-identities-repository";
import { NO_SECRET } from "@/lib/identity/agents/agent-secret";
import { deleteLoginsOf } from "@/lib/identity/devices/device-logins-repository";
import { deleteKeysOf } from "@/lib/identity/keys/api-keys-repository";
import { deleteRegistrationsOf } from "@/lib/identity/registration/registrations-repository";

/**
 * Removes every way into a closed account, in the caller's transaction: wallets, keys, sign-ins of devices, links that
 * wait, and the secrets of its agents. `email` is an address that the account has proven. Returns the ids of its agents.
 */
export async function forgetWaysIn(
  db: Database,
  account: { accountId: string; email: string | null },
): Promise<string[]> {
  const { accountId, email } = account;
  await deleteWalletsOf(db, accountId);
  await deleteKeysOf(db, accountId);
  await deleteLoginsOf(db, accountId);
  await deleteRegistrationsOf(db, account);
  await deleteAgentTokensOf(db, account);
  if (email !== null) await forgetContact(db, email);
  return retireAgentsOf(db, accountId, NO_SECRET);
}
