import { expect, test } from "vitest";
import { judgeReplay, showsThatItRuns } from "@/lib/running/examples/replay-examples";
import type { FinishedRun } from "@/lib/running/runs/runs-repository";

const done = (output: unknown) => ({ state: "DONE", output, failure: null, wallMs: 7 }) as FinishedRun;
const failed = (failure: string | null) =>
  ({ state: "FAILED", output: null, failure, wallMs: 7 }) as FinishedRun;

test.each<[string, unknown, FinishedRun, string, string]>([
  ["the declared output", { sum: 3 }, done({ sum: 3 }), "proven", "exact"],
  ["the same with its keys in another order", { a: 1, b: 2 }, done({ b: 2, a: 1 }), "proven", "exact"],
  ["another value", { sum: 3 }, done({ sum: 4 }), "drifted", "shape"],
  ["another form", { sum: 3 }, done({ total: 3 }), "failing", "exact"],
  ["an output where an error was declared", { error: "no input" }, done({ sum: 3 }), "failing", "exact"],
  ["the declared error", { error: "no input" }, failed("no input"), "proven", "exact"],
  ["another error", { error: "no input" }, failed("exit code 1"), "failing", "exact"],
  ["an error where an output was declared", { sum: 3 }, failed("no input"), "failing", "exact"],
  ["a failure without words, where none was declared", { sum: 3 }, failed(null), "failing", "exact"],
  ["a failure without words, where null was declared", { error: null }, failed(null), "failing", "exact"],
  ["an error where a text was declared", "error", failed("no input"), "failing", "exact"],
  ["an error where nothing was declared", null, failed("no input"), "failing", "exact"],
])("%s", (_name, output, end, state, matchRule) => {
  expect(judgeReplay({ input: {}, output }, end)).toMatchObject({ state, matchRule, wallMs: 7 });
});

test("what differs is told, of long outputs their beginning", () => {
  const detailOf = (output: unknown) => judgeReplay({ input: {}, output: { sum: 3 } }, done(output)).detail;
  expect(detailOf({ sum: 3 })).toBeNull();
  expect(detailOf({ sum: 4 })).toBe('The replay gave {"sum":4}');
  expect(detailOf({ text: "x".repeat(1_000) })?.length).toBeLessThan(600);
  expect(judgeReplay({ input: {}, output: null }, failed("no input")).detail).toBe("no input");
});

test.each([
  ["an answer as declared", { sum: 3 }, done({ sum: 3 }), true],
  ["another answer", { sum: 3 }, done({ sum: 4 }), false],
  ["an error as declared", { error: "no input" }, failed("no input"), false],
  ["another error", { error: "no input" }, failed("exit code 1"), false],
])("%s shows that a skill works here: %4$s", (_name, output, end, shows) => {
  expect(showsThatItRuns(judgeReplay({ input: {}, output }, end), end)).toBe(shows);
});
