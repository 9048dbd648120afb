import { expect, test } from "vitest";
import { drawableText } from "@/components/marks/drawable-text";

test.each([
  ["plain letters", "Reads invoices.", "Reads invoices."],
  ["Latin letters with marks", "Prüft Verträge – “schnell”…", "Prüft Verträge – “schnell”…"],
  ["Chinese", "读取发票 invoices", ""],
  ["Korean", "영수증", ""],
  ["pictures", "🚀 fast", ""],
  ["line ends", "one\ntwo", ""],
])("%s", (_, text, expected) => {
  expect(drawableText(text, 40)).toBe(expected);
});

test("what is too long ends in an ellipsis", () => {
  expect(drawableText("one two three", 8)).toBe("one two…");
});
