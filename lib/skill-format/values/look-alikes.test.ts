import { expect, test } from "vitest";
import { alikeFinder, explainAlike, explainDisguise, explainAlikeWords } from "./look-alikes";

test.each([
  ["p\u0430y", "pay", "letter 2: U+0430 and U+0061"],
  ["caf\u00e9", "cafe\u0301", "letter 4: U+00E9 and U+0065"],
  ["a\u200bb", "ab", "letter 2: U+200B and U+0062; U+200B is not seen"],
  ["ab", "ab\u2060", "letter 3: nothing and U+2060; U+2060 is not seen"],
  ["ａpi", "api", "letter 1: U+FF41 and U+0061"],
  ["OpenCIaw", "OpenClaw", "letter 6: U+0049 and U+006C"],
  ["a‐b", "a-b", "letter 2: U+2010 and U+002D"],
])("%j and %j look equal", (one, other, where) =>
  expect(explainAlike(one, other)).toBe(`the two look equal, and differ in ${where}`),
);

test.each([
  ["pay", "pay"],
  ["pay", "Pay"],
  ["cafe", "caf\u00e9"],
  ["", "a"],
  ["a".repeat(201), `${"a".repeat(200)}\u0430`],
])("%j and %j do not", (one, other) => expect(explainAlike(one, other)).toBeNull());

test.each([
  ['"p\u0430y" differs from "pay"', [], "; the two look equal, and differ in letter 2: U+0430 and U+0061"],
  ["the keys are network, filesystem", ["permissions", "netw\u043erk"], "; the two look equal"],
  ['"pay" differs from "play"', [], ""],
  ["is none of 1, l", [], ""],
])("in %j with %j", (message, more, added) => {
  const told = explainAlikeWords(message, more);
  expect(told.slice(0, message.length + added.length)).toBe(message + added);
  expect(told === message).toBe(added === "");
});

test("an honest word in another script is no disguise", () => {
  expect(explainDisguise("p\u0430y")).toBe("its letter 2 is U+0430, which is no plain letter");
  expect(explainDisguise("pay\u200b")).toBe("its letter 4 is U+200B, which is not seen");
  for (const word of ["pay", "문서", "при", "café"]) expect(explainDisguise(word)).toBeNull();
});

test("a word finds the one that it looks like, and never itself", () => {
  const find = alikeFinder(() => ["pay", "p\u0430y", "other"]);
  expect(find("pay")).toBe("p\u0430y");
  expect(find("p\u0430y")).toBe("pay");
  expect(find("other")).toBeUndefined();
});
