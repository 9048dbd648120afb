import { database } from "@/lib/db/client";
import { findAccountOfName } from "@/lib/identity/accounts/accounts-repository";
import { findUsernameIssue, readUsername } from "@/lib/identity/accounts/username";
import type { UsernameState, UsernameStates } from "@/lib/identity/accounts/username-states";

/** The account that has a name or had it, and what it is called now. */
export interface NameHolder {
  accountId: string;
  username: string;
  isClosed: boolean;
}

export interface UsernameLookup {
  state: UsernameState;
  /** The present name, for `renamed`. */
  name: string | null;
}

/**
 * What is said of a name that somebody types: whether they can take it (`free`), or whose it is (`account`). User names
 * are public; nothing else of an account is told.
 */
export function decideUsername(
  asks: keyof UsernameStates,
  { name, accountId, holder }: { name: string; accountId: string; holder: NameHolder | null },
): UsernameLookup {
  const says = (state: UsernameState, now: string | null = null) => ({ state, name: now });
  const isOwn = holder?.accountId === accountId;
  if (asks === "account") {
    if (holder === null || holder.isClosed) return says("no_account");
    if (isOwn) return says("own_account");
    return holder.username === name ? says("found") : says("renamed", holder.username);
  }
  const issue = findUsernameIssue(name);
  if (issue !== null) return says(issue);
  if (holder === null) return says("free");
  if (!isOwn) return says("taken");
  return says(holder.username === name ? "own" : "free");
}

/** The same for a name as it was written, asked by the person of an account. */
export async function lookUpUsername(
  asks: keyof UsernameStates,
  { written, accountId }: { written: string; accountId: string },
): Promise<UsernameLookup> {
  const name = readUsername(written);
  const isName = findUsernameIssue(name) !== "malformed";
  const holder = isName ? await findAccountOfName(database(), name) : null;
  return decideUsername(asks, { name, accountId, holder });
}
