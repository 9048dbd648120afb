import type { AccountRow } from "@/lib/identity/accounts/accounts-repository";

/** Who is acting: an account, however it proved itself (a session, an API key). */
export interface Actor {
  accountId: string;
  username: string;
  role: "member" | "administrator";
  /** The wallet it signed in with, or its first one; null for an account without a wallet. */
  address: string | null;
  /** False while the account has an e-mail address that was never confirmed. */
  reachable: boolean;
  /** What is known of the session the person acts in; null for a program with an API key, and for the market itself. */
  session: ActorSession | null;
  /** The API key a program acts with; `prefix` is how it begins. */
  apiKey?: { id: string; prefix: string };
}

export interface ActorSession {
  /** By which it alone is ended; null for a session without an id, and for a proof of this moment. */
  id: string | null;
  /** The account's `sessionVersion` when it was opened: once that is another one, the session has ended. */
  version: number;
  /** The wallet it was opened with; null for another way. */
  wallet: string | null;
  /** The identity at an issuer that it was opened with (`IssuerIdentity`); absent for any other session. */
  issuerIdentity?: string;
  /** When the person last proved in it that it is them: by signing in, or later (see `assertConfirmed`). */
  confirmedAt: Date;
  /** The wallet that proved it then; null for the password. */
  confirmedBy: string | null;
}

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
