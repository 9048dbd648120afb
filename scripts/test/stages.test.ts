import { expect, test } from "vitest";
import { BESIDE, chooseStages, GROUPS, STAGES } from "./stages.ts";

test("the full form has every stage of the short one, and those that take long", () => {
  const short = chooseStages([], false);
  const full = chooseStages([], true);
  expect(full).toEqual(expect.arrayContaining(short));
  expect(full.filter((stage) => !short.includes(stage))).toEqual([
    "clients",
    "benchmarks",
    "fuzz",
    "topology",
  ]);
});

test("a stage that needs the production build brings it", () => {
  expect(chooseStages(["e2e"], false)).toEqual(["build", "e2e"]);
  expect(chooseStages(["lint", "unit"], true)).toEqual(["lint", "unit"]);
  expect(chooseStages(["fuzz"], false)).toEqual(["fuzz"]);
});

test("each stage has its turn", () => {
  expect([...GROUPS.flat(2), ...BESIDE].toSorted()).toEqual(Object.keys(STAGES).toSorted());
});
