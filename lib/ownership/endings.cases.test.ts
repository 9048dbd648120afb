import { expect, test } from "vitest";
import { endingOf, stateBefore, type Ending } from "@/lib/ownership/endings";

test.each<[string, string, boolean, Ending | null]>([
  ["invited", "acc_a", false, "declined"],
  ["invited", "acc_a", true, "declined"],
  ["active", "acc_a", false, "left"],
  ["active", "acc_a", true, "left"],
  ["invited", "acc_b", true, "withdrawn"],
  ["active", "acc_b", true, "removed"],
  ["invited", "acc_b", false, null],
  ["active", "acc_b", false, null],
  ["left", "acc_a", true, null],
  ["removed", "acc_b", true, null],
  ["declined", "acc_a", false, null],
  ["withdrawn", "acc_b", true, null],
])("%s, ended by %s who decides: %s, is %s", (state, actorId, decides, ending) => {
  expect(endingOf({ state, accountId: "acc_a" }, { actorId, decides })).toBe(ending);
});

test.each<[Ending, string]>([
  ["declined", "invited"],
  ["withdrawn", "invited"],
  ["left", "active"],
  ["removed", "active"],
])("%s ends what was %s", (ending, state) => {
  expect(stateBefore(ending)).toBe(state);
});
