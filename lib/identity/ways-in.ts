/** What ends ways into an account. Closing one also follows `RETENTION` (lib/db). */
export const ENDINGS = [
  "sign-out",
  "sign-out-everywhere",
  "new-password",
  "new-password-and-keys",
  "address-changed",
  "wallet-unlinked",
  "issuer-unlinked",
  "key-revoked",
  "role-changed",
  "account-closed",
] as const;

export type Ending = (typeof ENDINGS)[number];

const ALL_SESSIONS = [
  "sign-out-everywhere",
  "new-password",
  "new-password-and-keys",
  "role-changed",
] as const;

/**
 * Every way into an account, and what ends those that are open: each ends what was opened or asked for before it. "The
 * wallet" and "the key" of an ending are the ones that opened the way. The functions that end ways read this table
 * (`waysEnded`, `isEndedBy`); docs/accounts.md shows it; ways-in.test.ts walks all of it.
 */
export const WAYS_IN = {
  "session of a password or a mailed link": ["sign-out", ...ALL_SESSIONS, "account-closed"],
  "session of a wallet": ["sign-out", ...ALL_SESSIONS, "wallet-unlinked", "account-closed"],
  "session of an issuer": ["sign-out", ...ALL_SESSIONS, "issuer-unlinked", "account-closed"],
  issuer: ["issuer-unlinked", "account-closed"],
  wallet: ["wallet-unlinked", "account-closed"],
  "signed sign-in question": [...ALL_SESSIONS, "address-changed", "wallet-unlinked", "account-closed"],
  password: ["new-password", "new-password-and-keys", "account-closed"],
  "mailed sign-in link": [...ALL_SESSIONS, "address-changed", "account-closed"],
  "mailed link to a new password": [...ALL_SESSIONS, "address-changed", "account-closed"],
  "mailed link to another address": [...ALL_SESSIONS, "address-changed", "account-closed"],
  "mailed link that sets the first password": [...ALL_SESSIONS, "address-changed", "account-closed"],
  "API key": ["new-password-and-keys", "wallet-unlinked", "key-revoked", "account-closed"],
  "program let in that has not fetched its key": [
    "new-password-and-keys",
    "wallet-unlinked",
    "account-closed",
  ],
  "agent's secret": ["account-closed"],
} as const satisfies Readonly<Record<string, readonly Ending[]>>;

export type WayIn = keyof typeof WAYS_IN;

/** Whether what stands open of a way in is over after an ending. */
export function isEndedBy(way: WayIn, ending: Ending): boolean {
  return (WAYS_IN[way] as readonly Ending[]).includes(ending);
}

/** Endings of one session, one wallet, one issuer or one key; each other one is of all that the account has of a way. */
type OfOne = "sign-out" | "wallet-unlinked" | "issuer-unlinked" | "key-revoked";

/** What an ending changes in the row of an account: by it, sessions and links of before are known to be over. */
export function waysEnded(
  ending: Exclude<Ending, OfOne>,
  now: Date,
): { sessionVersion?: { increment: 1 }; waysEndedAt?: Date } {
  return {
    ...(isEndedBy("session of a password or a mailed link", ending)
      ? { sessionVersion: { increment: 1 } as const }
      : {}),
    ...(isEndedBy("mailed sign-in link", ending) ? { waysEndedAt: now } : {}),
  };
}

/** What lets the person of an account in. An issuer is no such way: its operator may take it out of the settings. */
export interface OwnWays {
  wallets: number;
  /** A proven mailbox: a link to it signs in, whether there is a password or not. A password without one opens nothing. */
  emailVerified: boolean;
}

/** Whether somebody still gets into an account that has these ways. */
export const isOpen = ({ wallets, emailVerified }: OwnWays): boolean => emailVerified || wallets > 0;

/** Whether a link, or a question to a wallet, is too old to let anybody into an account: it was asked for before. */
export function isAskedTooEarly(askedAt: Date, { waysEndedAt }: { waysEndedAt: Date | null }): boolean {
  return waysEndedAt !== null && askedAt < waysEndedAt;
}
