import { expect, test } from "vitest";
import { decideAttribution } from "@/lib/identity/agents/prove-agent";

const unclaimed = { accountId: null };
const own = { accountId: "acc_own" };
const other = { accountId: "acc_other" };

test.each([
  ["nobody's", null, false, "unproven"],
  ["nobody's", null, true, "unproven"],
  ["an unclaimed agent's", unclaimed, false, "unproven"],
  ["an unclaimed agent's", unclaimed, true, "secret"],
  ["its own agent's", own, false, "proven"],
  ["its own agent's", own, true, "proven"],
  ["another account's", other, false, "secret"],
  ["another account's", other, true, "secret"],
] as const)("%s name (%j), secret sent: %s, is %s", (_whose, identity, hasSecret, attribution) => {
  expect(decideAttribution(identity, { accountId: "acc_own", hasSecret })).toBe(attribution);
});
