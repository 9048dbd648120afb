import { expect, test } from "vitest";
import { BOND_LIFECYCLE, type BondState } from "@/lib/audits/bond/bonds-repository";
import { stateAfter } from "@/lib/kernel/lifecycle";

// One row for each state: where a look leads that finds the deposit in its vault, finds too little, finds it was paid out.
test.each<[BondState, [held: BondState, gone: BondState, slashed: BondState]]>([
  ["locked", ["locked", "released", "slashed"]],
  ["released", ["locked", "released", "slashed"]],
  ["slashed", ["locked", "slashed", "slashed"]],
])("a deposit that is %s", (state, expected) => {
  const { held, gone, slashed } = BOND_LIFECYCLE.steps;
  expect([held, gone, slashed].map((step) => stateAfter<BondState>(step, state))).toEqual(expected);
});
