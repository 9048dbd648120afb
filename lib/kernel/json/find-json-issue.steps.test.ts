import { expect, test } from "vitest";
import { isExactNumber } from "@/lib/kernel/json/exact-numbers";
import { findJsonIssue, type JsonRules } from "@/lib/kernel/json/find-json-issue";
import { growthOf } from "@/lib/testing/count-steps";

const ALL: JsonRules = { maxDepth: 64, isKept: isExactNumber, uniqueNames: true, storableTexts: true };
const WHOLE = 200_000;

test.each<[string, (size: number) => string]>([
  ["texts that never end", (size) => '"\\'.repeat(size)],
  ["a text of backslashes", (size) => `{"a":"${"\\\\".repeat(size)}"}`],
  ["objects in objects", (size) => '{"a":1,'.repeat(size)],
  ["lists in lists", (size) => "[".repeat(size)],
  ["closing brackets", (size) => "]".repeat(size)],
  ["one whole number", (size) => "1".repeat(size)],
  ["one fraction", (size) => `0.${"0".repeat(size)}1`],
  ["exponents", (size) => "1e1,-".repeat(size)],
  ["names nobody can read", (size) => `{${'"\\x":1,'.repeat(size)}`],
])("steps grow no faster than the text: %s", (_name, textOf) => {
  for (const rules of [ALL, { isKept: isExactNumber }])
    expect(growthOf((size) => findJsonIssue(textOf(size), rules), 5_000)).toBeLessThan(2.2);
  findJsonIssue(textOf(WHOLE), ALL); // needs no stack
});
