import type { AccountRow } from "@/lib/identity/accounts/accounts-repository";
import type { Actor, ActorSession } from "@/lib/identity/actor";

/** What an actor is made of. */
type Acting = Pick<AccountRow, "id" | "username" | "role" | "email" | "emailVerifiedAt"> & {
  wallets: readonly { address: string }[];
};

/** The actor of an account: in a session, acting with its wallet if it was opened with one, or without any. */
export function toActor(account: Acting, session: ActorSession | null = null): Actor {
  const addresses = account.wallets.map((wallet) => wallet.address);
  return {
    accountId: account.id,
    username: account.username,
    role: account.role,
    address: addresses.find((each) => each === session?.wallet) ?? addresses[0] ?? null,
    reachable: account.email === null || account.emailVerifiedAt !== null,
    session,
  };
}
