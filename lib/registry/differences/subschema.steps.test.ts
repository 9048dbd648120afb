import { expect, test } from "vitest";
import { isSubschema } from "@/lib/registry/differences/subschema";
import { countSteps } from "@/lib/testing/count-steps";

test("alternatives of alternatives take no more steps for a part than alternatives do", () => {
  const bomb = (depth: number): object =>
    depth === 0 ? { minimum: 1 } : { anyOf: Array.from({ length: 4 }, () => bomb(depth - 1)) };
  const compare = (depth: number) => {
    const [narrow, wide] = [{ anyOf: [bomb(depth), { a: 1 }] }, { anyOf: [{ b: 1 }, bomb(depth)] }];
    return countSteps(() => isSubschema(narrow, wide)) / 4 ** depth;
  };
  compare(2);
  expect(compare(6) / compare(4)).toBeLessThan(4);
});
