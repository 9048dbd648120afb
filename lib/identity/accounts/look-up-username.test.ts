import { expect, test } from "vitest";
import { decideUsername } from "@/lib/identity/accounts/look-up-username";

const ME = "acc_me";
const held = (username: string, accountId: string, isClosed = false) => ({ username, accountId, isClosed });

test.each([
  // asks, name, who has it or had it, state, present name
  ["free", "mira-tools", null, "free", null],
  ["free", "mira", held("mira", ME), "own", null],
  ["free", "mira-before", held("mira", ME), "free", null], // a former name of one's own may be taken again
  ["free", "kim", held("kim", "acc_kim"), "taken", null],
  ["free", "kim-before", held("kim", "acc_kim"), "taken", null],
  ["free", "gone", held("gone", "acc_gone", true), "taken", null],
  ["free", "support", null, "reserved", null],
  ["free", "a--b", null, "malformed", null],
  ["account", "kim", held("kim", "acc_kim"), "found", null],
  ["account", "kim-before", held("kim", "acc_kim"), "renamed", "kim"],
  ["account", "mira", held("mira", ME), "own_account", null],
  ["account", "mira-before", held("mira", ME), "own_account", null],
  ["account", "nobody", null, "no_account", null],
  ["account", "gone", held("gone", "acc_gone", true), "no_account", null],
] as const)("%s: %s", (asks, name, holder, state, now) => {
  expect(decideUsername(asks, { name, accountId: ME, holder })).toEqual({ state, name: now });
});
