import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeSource } from "./decode-source";

const PIECES = ["\r", "\n", "\r\n", "a", "字", "😀", " ", "\uFEFF"];

test("every kind of line end is read as one, and nothing else changes", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES)), (pieces) => {
      const text = `x${pieces.join("")}`;
      expect(decodeSource(text, "SKILL.md").text).toBe(text.replace(/\r\n?/g, "\n"));
    }),
  );
});
