import type { AccountRow } from "@/lib/identity/accounts-repository";
import type { Actor } from "@/lib/identity/actor";

/** The actor of an account, acting with `address` if that is one of its wallets. */
export function toActor(account: AccountRow, address?: string): Actor {
  const addresses = account.wallets.map((wallet) => wallet.address);
  return {
    accountId: account.id,
    username: account.username,
    role: account.role,
    address: addresses.find((each) => each === address) ?? addresses[0] ?? null,
    reachable: account.email === null || account.emailVerifiedAt !== null,
  };
}
