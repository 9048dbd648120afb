import { expect, test } from "vitest";
import { NEVER_STARTED, type LaunchedRun, type Runtime } from "@/lib/running/runners/skill-runner";
import { SelfTests } from "@/lib/running/sandbox/self-test";

const ended = (of: Partial<LaunchedRun>): LaunchedRun => ({
  ...NEVER_STARTED,
  started: true,
  exitCode: null,
  killedBy: null,
  ...of,
});
const starts = (version: string) => ended({ exitCode: 0, stdout: `version ${version}\n` });
const cutShort = ended({ killedBy: "timeout" });

/** Tests that answer what is given, one after the other, and what was asked. */
function testsWith(answers: Partial<Record<Runtime, LaunchedRun[]>>) {
  const asked: Runtime[] = [];
  const test = async (runtime: Runtime) => {
    asked.push(runtime);
    return answers[runtime]?.shift() ?? starts("1");
  };
  const explain = (runtime: Runtime, { killedBy }: LaunchedRun) => `${runtime} ${killedBy ?? "fails"}`;
  return { tests: new SelfTests(starts("5"), { test, explain }), asked };
}

test("a language that was cut short is asked again by the next, and the others are not", async () => {
  const { tests, asked } = testsWith({ python3: [cutShort, cutShort, starts("3")] });
  expect(await tests.languages()).toEqual({
    runtimes: { bash: "5", node: "1" },
    unavailable: { python3: "python3 timeout" },
  });
  expect((await tests.languages()).runtimes).not.toHaveProperty("python3");
  expect(await tests.languages()).toEqual({
    runtimes: { bash: "5", node: "1", python3: "3" },
    unavailable: {},
  });
  await tests.languages();
  expect(asked).toEqual(["python3", "node", "python3", "python3"]);
});

test.each([
  ["by itself", ended({ exitCode: 127 }), false],
  ["by what it used", ended({ killedBy: "memory" }), false],
  ["by the clock", ended({ killedBy: "timeout" }), true],
  ["by who closed the runner", ended({ killedBy: "cancelled" }), true],
] as const)("whether a language is asked again whose test ended %s", async (_, outcome, again) => {
  const { tests, asked } = testsWith({ node: [outcome] });
  expect(Object.keys((await tests.languages()).unavailable)).toEqual(["node"]);
  expect(Object.keys((await tests.languages()).unavailable)).toEqual(again ? [] : ["node"]);
  expect(asked).toEqual(["python3", "node", ...(again ? ["node"] : [])]);
});

test("all who ask at once wait for the same tests", async () => {
  const { tests, asked } = testsWith({ python3: [cutShort] });
  const answers = await Promise.all([tests.languages(), tests.languages(), tests.languages()]);
  expect(new Set(answers).size).toBe(1);
  expect(asked).toEqual(["python3", "node"]);
});
