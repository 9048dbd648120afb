import { closeDatabase } from "@/lib/db/client";
import { findOrCreateAccountByWallet, findActorByUsername } from "@/lib/identity/accounts/accounts";
import { setRole } from "@/lib/identity/accounts/set-role";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import { loadConfig } from "./load-config";

// Makes somebody an administrator: the account with this user name, or that of a wallet, before it has ever signed in
// if need be. Whoever can run this on the machine can do anything else to its database as well.
loadConfig(["DATABASE_URL"], { of: "command" });
const [name = ""] = process.argv.slice(2);
const account = isSolanaAddress(name) ? await findOrCreateAccountByWallet(name) : await find(name);
if (account) {
  await setRole("operator", account.id, "administrator");
  const who = account.username === name ? name : `${account.username} (${name})`;
  console.log(`${who} is an administrator. They sign in again and find "Administration" on their dashboard.`);
} else {
  console.error(
    "Give a user name, or the Solana address they sign in with: npm run make-administrator -- NAME",
  );
  if (name !== "") console.error(`There is no account with the user name "${name}".`);
  process.exitCode = 2;
}
await closeDatabase();

async function find(username: string): Promise<{ id: string; username: string } | null> {
  const actor = username === "" ? null : await findActorByUsername(username);
  return actor && { id: actor.accountId, username: actor.username };
}
