/** What is said of a user name that is being typed: of one that is to be free, and of one that is to be another account's. */
export interface UsernameStates {
  free: "free" | "own" | "taken" | "reserved" | "malformed";
  account: "found" | "renamed" | "own_account" | "no_account";
}

export type UsernameState = UsernameStates[keyof UsernameStates];
