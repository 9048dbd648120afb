import { expect, test } from "vitest";
import { describeSlowest, describeStages } from "./describe-times.ts";
import PlaywrightTally from "./playwright-tally.ts";
import { tallyPlace } from "./tally.ts";
import VitestTally from "./vitest-tally.ts";

/** What a reporter leaves for the stage. */
function tallied(report: () => void): unknown {
  const place = tallyPlace();
  process.env["TALLY"] = place.environment.TALLY;
  report();
  delete process.env["TALLY"];
  return place.read();
}

const TIMES = { collectDuration: 2, setupDuration: 3, duration: 5 };
const unitFile = (name: string, state: string, tests: string[]) => ({
  moduleId: `${process.cwd()}/lib/${name}`,
  state: () => state,
  diagnostic: () => TIMES,
  children: { allTests: () => tests.map((each) => ({ result: () => ({ state: each }) })) },
});

test("unit: counts cases, files that could not be loaded, and errors outside of tests", () => {
  const modules = [
    unitFile("a.test.ts", "failed", ["passed", "passed", "failed", "skipped"]),
    unitFile("b.test.ts", "failed", []),
  ];
  expect(tallied(() => new VitestTally().onTestRunEnd(modules, [new Error("write EPIPE")]))).toEqual({
    passed: 2,
    failed: 3,
    files: [
      { file: "lib/a.test.ts", ms: 10 },
      { file: "lib/b.test.ts", ms: 10 },
    ],
  });
});

test("browser: what passed only the second time has failed, and so has what never ran", () => {
  const of = (outcome: string, ...durations: number[]) => ({
    outcome: () => outcome,
    location: { file: `${process.cwd()}/e2e/a.spec.ts` },
    results: durations.map((duration) => ({ duration })),
  });
  const tests = [of("expected", 5), of("flaky", 20, 3), of("skipped"), of("unexpected", 1)];
  const reporter = new PlaywrightTally();
  reporter.onBegin({}, { allTests: () => tests });
  expect(tallied(() => reporter.onEnd())).toEqual({
    passed: 1,
    failed: 3,
    files: [{ file: "e2e/a.spec.ts", ms: 29 }],
  });
});

test("a runner that wrote nothing has no tally", () => {
  expect(tallied(() => undefined)).toBeNull();
});

test("the ten slowest files are named, the slowest first", () => {
  const files = Array.from({ length: 12 }, (_, i) => ({ file: `${i}.test.ts`, ms: i * 1000 }));
  const lines = describeSlowest({ stage: "unit", files }).trim().split("\n");
  expect(lines).toHaveLength(11);
  expect(lines[1]).toBe("    11.0 s  11.test.ts");
  expect(lines.at(-1)).toContain("2.0 s  2.test.ts");
  expect(describeSlowest({ stage: "lint" })).toBe("");
});

test("each stage has a line of its own with its seconds", () => {
  const results = [
    { stage: "lint", seconds: 41.4, passed: 1, failed: 0 },
    { stage: "unit", seconds: 300, passed: 9, failed: 1 },
  ];
  expect(describeStages(results)).toMatch(
    /41 s {2}lint +1 passed, 0 failed\n +300 s {2}unit +9 passed, 1 failed$/,
  );
});
