/** What is said of a user name that is being typed: one that is to be free, and one that is to be another account's. */
export const USERNAME_STATES = {
  free: ["free", "own", "taken", "reserved", "malformed"],
  account: ["found", "renamed", "own_account", "no_account"],
} as const;

export type UsernameState = (typeof USERNAME_STATES)[keyof typeof USERNAME_STATES][number];
