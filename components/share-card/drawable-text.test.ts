import { expect, test } from "vitest";
import { drawableText } from "@/components/share-card/drawable-text";

test.each([
  ["plain letters", "Reads invoices.", "Reads invoices."],
  ["Latin letters with marks", "Prüft Verträge – “schnell”…", "Prüft Verträge – “schnell”…"],
  ["Chinese", "读取发票，invoices", "读取发票，invoices"],
  ["Korean", "영수증을 읽습니다.", "영수증을 읽습니다."],
  ["pictures are left out", "🚀 fast 👩‍👩‍👧 2️⃣ #1", "fast 2 #1"],
  ["line ends are spaces", "one\ntwo", "one two"],
  ["nothing of a text in letters no face has", "ইনভয়েস reader", ""],
])("%s", (_, text, expected) => {
  expect(drawableText(text, 40)).toBe(expected);
});

test("what is too long ends in an ellipsis", () => {
  expect(drawableText("one two three", 8)).toBe("one two…");
});

test("a text whose letters are in more files than a sentence needs is not drawn", () => {
  const scattered = Array.from({ length: 100 }, (_, step) => String.fromCodePoint(0x4e00 + step * 200)).join(
    "",
  );
  expect(drawableText(scattered, 100)).toBe("");
});
