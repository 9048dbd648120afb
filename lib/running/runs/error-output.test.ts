import { expect, test } from "vitest";
import { ERROR_OUTPUT_CHARACTERS, errorOutputOf, withoutInput } from "@/lib/running/runs/error-output";

const failed = { state: "FAILED", fault: "skill" };

test.each([
  ["is shown of a run that failed", { ...failed, stderrTail: "why\n" }, "why"],
  ["is shown where the caller was at fault", { ...failed, fault: "caller", stderrTail: "late" }, "late"],
  ["is not shown of a run that gave its output", { state: "DONE", fault: null, stderrTail: "noise" }, null],
  ["is not shown where the market failed", { ...failed, fault: "platform", stderrTail: "/srv/market" }, null],
  [
    "is not shown where nobody has said whose fault it was",
    { ...failed, fault: null, stderrTail: "x" },
    null,
  ],
  ["is nothing where nothing was written", { ...failed, stderrTail: " \n" }, null],
  ["is nothing where it is no longer kept", { ...failed, stderrTail: null }, null],
  ["has no colours", { ...failed, stderrTail: "\u001b[31mred\u001b[0m" }, "red"],
  ["has no title of a window", { ...failed, stderrTail: "\u001b]0;mine\u0007text" }, "text"],
  ["has no cursor that goes back", { ...failed, stderrTail: "good\rbad\bx" }, "good\nbadx"],
  ["is read in one direction", { ...failed, stderrTail: "a\u202eb\u2066c" }, "abc"],
  ["keeps lines and tabs", { ...failed, stderrTail: "a\n\tb\r\nc" }, "a\n\tb\nc"],
])("%s", (_, run, shown) => {
  expect(errorOutputOf(run)).toBe(shown);
});

test("its end is shown, and no half of a character", () => {
  const text = `${"x".repeat(ERROR_OUTPUT_CHARACTERS)}😀${"y".repeat(ERROR_OUTPUT_CHARACTERS - 1)}`;
  const shown = errorOutputOf({ ...failed, stderrTail: text }) ?? "";
  expect(shown.length).toBe(ERROR_OUTPUT_CHARACTERS);
  expect([shown.isWellFormed(), shown.endsWith("y")]).toEqual([true, true]);
});

test.each([
  ["a text of the input", "KeyError: 'my secret plan'", { text: "my secret plan" }, "KeyError: '[input]'"],
  ["a text deep in it", "no deep thing", { a: [{ b: "deep thing" }] }, "no [input]"],
  ["the longer one first", "abcdefgh", { a: "abcd", b: "abcdefgh" }, "[input]"],
  ["as JSON writes it", String.raw`got "a\"bcd"`, { a: 'a"bcd' }, 'got "[input]"'],
  ["a line of it", "line: second line", { a: "first line\nsecond line" }, "line: [input]"],
  ["not what stands everywhere", "an error", { a: "an" }, "an error"],
  ["no text at all", "an error", null, "an error"],
])("what a caller put in is taken out: %s", (_, text, input, shown) => {
  expect(withoutInput(text, input)).toBe(shown);
});
