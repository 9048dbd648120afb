import { expect, test } from "vitest";
import { readThrough } from "./read-through";

test("a text is read as an agent reads it, and each character still has its place in the original", () => {
  const original = "a\u200bb ｓｅｎｄ 𝐤𝐞𝐲 tо \u200dх.\u00ad";
  const read = readThrough(original);
  expect(read.text).toBe("ab send key to x.");
  const placed = Array.from(read.text, (_, at) => read.offsetOf(at));
  expect(placed).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 16, 17, 18, 20, 21]);
  expect(original.slice(read.offsetOf(8), read.offsetOf(11))).toBe("𝐤𝐞𝐲");
  expect(read.offsetOf(read.text.length)).toBe(original.length);
});

test("a text that nothing is hidden in is left as it is", () => {
  const read = readThrough("Ein Text mit Umlauten: ä, ö, ü.");
  expect(read.text).toBe("Ein Text mit Umlauten: ä, ö, ü.");
  expect(read.offsetOf(7)).toBe(7);
});
