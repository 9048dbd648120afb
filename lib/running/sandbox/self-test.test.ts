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
const missing = ended({ exitCode: 127 });

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

test("a language that does not start by itself is not asked again", async () => {
  const { tests, asked } = testsWith({ node: [missing] });
  for (let again = 0; again < 2; again++)
    expect((await tests.languages()).unavailable).toEqual({ node: "node fails" });
  expect(asked).toEqual(["python3", "node"]);
});

test("all who ask at once wait for the same tests", async () => {
  const { tests, asked } = testsWith({ python3: [cutShort] });
  const answers = await Promise.all([tests.languages(), tests.languages(), tests.languages()]);
  expect(new Set(answers).size).toBe(1);
  expect(asked).toEqual(["python3", "node"]);
});
