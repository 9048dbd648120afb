import { expect, test } from "vitest";
import { toShownParts } from "@/components/skill/files/shown-text";

const shown = (line: string) =>
  toShownParts(line)
    .map(({ text, hidden }) => (hidden ? `[${text}]` : text))
    .join("");

test.each([
  ["", ""],
  ["plain <b>text</b> & more", "plain <b>text</b> & more"],
  ["\tindented 한국어 中文 é", "\tindented 한국어 中文 é"],
  ["windows\r", "windows"],
  ["a\u202eb", "a[⟨U+202E⟩]b"],
  ["\u2066x\u2069", "[⟨U+2066⟩]x[⟨U+2069⟩]"],
  ["a\u200bb\ufeff", "a[⟨U+200B⟩]b[⟨U+FEFF⟩]"],
  ["bell\u0007 esc\u001b[31m", "bell[⟨U+0007⟩] esc[⟨U+001B⟩][31m"],
  ["a\rb", "a[⟨U+000D⟩]b"],
  ["tag\u{e0041}", "tag[⟨U+E0041⟩]"],
  ["\u3164", "[⟨U+3164⟩]"],
  ["half \ud800", "half [⟨U+D800⟩]"],
])("%j", (line, expected) => {
  expect(shown(line)).toBe(expected);
});

test("a line too long for a page is cut, and says by how much", () => {
  expect(shown("x".repeat(2_000))).toBe("x".repeat(2_000));
  expect(shown("x".repeat(2_003))).toBe(`${"x".repeat(2_000)}[… +3]`);
});
