import { closeDatabase } from "@/lib/db/client";
import { findOrCreateAccountByWallet } from "@/lib/identity/find-or-create-account";
import { setRole } from "@/lib/identity/set-role";
import { isSolanaAddress } from "@/lib/solana/address";

// Makes the account of a wallet an administrator, before it has ever signed in if need be. Whoever can run this on the
// machine can do anything else to its database as well.
const [address = ""] = process.argv.slice(2);
if (isSolanaAddress(address)) {
  const account = await findOrCreateAccountByWallet(address);
  await setRole("operator", account.id, "administrator");
  console.log(`${account.username} (${address}) is an administrator.`);
  await closeDatabase();
} else {
  console.error("Give the Solana address they sign in with: npm run make-administrator -- ADDRESS");
  process.exitCode = 2;
}
