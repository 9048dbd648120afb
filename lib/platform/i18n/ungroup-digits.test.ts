import { expect, test } from "vitest";
import { ungroupDigits } from "@/lib/platform/i18n/format";

test.each([
  ["20000", "20000"],
  [" 20 000 ", "20000"],
  ["1,000,000", "1000000"],
  ["1_000_000", "1000000"],
  ["1\u{202f}000\u{202f}000", "1000000"],
  ["-1,234.5", "-1234.5"],
  ["", ""],
])("digits grouped in threes are one number: %j", (written, digits) => {
  expect(ungroupDigits(written)).toBe(digits);
});

test.each(["0,5", "1 000 000,5", "1,00", "1,000 000", "12,34,567", ",5", "1,,000", "1000,000"])(
  "%j is left as it was written, so that no reader takes it for another number",
  (written) => {
    expect(ungroupDigits(written)).toBe(written);
  },
);
