import { expect, test } from "vitest";
import { growthOf } from "@/lib/testing/count-steps";
import { readJsonText } from "@/lib/running/contract/json-text";

const limits = { maxBytes: 1024 * 1024, maxDepth: 16, interoperable: true };
const read = (value: unknown) => readJsonText(JSON.stringify(value), limits);

test.each(["a", "\\", "\n", "안"])("steps grow no faster than a text of %j", (character) => {
  expect(growthOf((size) => read({ text: character.repeat(size) }), 10_000)).toBeLessThan(2.2);
});

test("steps grow no faster than a list of keys and numbers", () => {
  const items = (size: number) => Array.from({ length: size }, (_, n) => ({ key: `"\\${n}`, n }));
  expect(growthOf((size) => read(items(size)), 1_000)).toBeLessThan(2.2);
});
