import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import { currentRunner } from "@/lib/running/runners/current-runner";
import { testRunner } from "@/lib/running/testing/test-runner";
import {
  buildSkillPackage,
  makeAccount,
  newAddress,
  publishNow,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testRunner();

const PAYEE = newAddress();
let account: TestAccount;
beforeAll(async () => {
  account = await makeAccount({ address: PAYEE });
});
afterEach(() => vi.restoreAllMocks());

async function published(
  annotations: Record<string, boolean> | undefined,
  files: Record<string, string> = {},
): Promise<string> {
  const exo = annotations && { paid: { lamports: 0n, payee: PAYEE }, frontMatter: { annotations } };
  return (await publishNow(buildSkillPackage({ name: uniqueName("again"), files, ...exo }), account)).slug;
}

/** The sandbox breaks as many times before it works; returns how often it was asked. */
function breaksFirst(times: number) {
  const asked = vi.spyOn(currentRunner(), "run");
  for (let i = 0; i < times; i++) asked.mockRejectedValueOnce(new Error("the sandbox broke"));
  return asked;
}

test.each<[string, Record<string, boolean> | undefined, number, "DONE" | "FAILED", number]>([
  ["one that is safe to retry is made once more", { idempotentHint: true }, 1, "DONE", 2],
  ["and not for ever", { idempotentHint: true }, 2, "FAILED", 2],
  ["one that works is made once", { idempotentHint: true }, 0, "DONE", 1],
  ["one whose repetition has effects is not", { idempotentHint: false }, 1, "FAILED", 1],
  ["nor one of which nobody says so", undefined, 1, "FAILED", 1],
])("a call that failed on our side: %s", async (_, annotations, times, state, asked) => {
  const skill = await published(annotations);
  const runs = breaksFirst(times);
  const { run } = await runFreeSkill({ skill, input: { text: "hello" } });
  expect([run.state, run.fault, runs.mock.calls.length]).toEqual([
    state,
    state === "DONE" ? null : "platform",
    asked,
  ]);
});

test("a call that the skill itself failed is not made again", async () => {
  const files = { "scripts/main.py": "import sys\nsys.exit(3)\n" };
  const skill = await published({ idempotentHint: true }, files);
  const runs = breaksFirst(0);
  const { run } = await runFreeSkill({ skill, input: { text: "hello" } });
  expect([run.state, run.fault, runs.mock.calls.length]).toEqual(["FAILED", "skill", 1]);
});
