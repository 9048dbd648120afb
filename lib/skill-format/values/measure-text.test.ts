import fc from "fast-check";
import { expect, it } from "vitest";
import { countCharacters, countCodePoints, estimateTokens, hasCjk } from "./measure-text";

it("characters are code points of the trimmed text", () => {
  expect(countCharacters("  abc\n")).toBe(3);
  expect(countCharacters("技能")).toBe(2);
  expect(countCharacters("🚀".repeat(5))).toBe(5);
  expect(countCharacters("e\u0301")).toBe(2);
});

it("counting agrees with splitting into code points, for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => countCodePoints(text) === Array.from(text).length),
  );
});

it("tokens are CJK characters and a quarter of the other non-blank ones, rounded up", () => {
  expect(estimateTokens("")).toBe(0);
  expect(estimateTokens("a b\tc\n d")).toBe(1);
  expect(estimateTokens("abcde")).toBe(2);
  expect(estimateTokens("命盘 abcd")).toBe(3);
  expect(estimateTokens("번역")).toBe(2);
  expect(estimateTokens("𠀀")).toBe(1);
});

it("Chinese, Japanese and Korean count as CJK, Latin and Cyrillic do not", () => {
  expect(["八字", "かな", "カナ", "한국어"].every(hasCjk)).toBe(true);
  expect(["bazi", "навык", "🚀", "。"].some(hasCjk)).toBe(false);
});
