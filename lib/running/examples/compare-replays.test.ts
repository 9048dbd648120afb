import { beforeAll, expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { compareReplays, recheckExamples, replayExamples } from "@/lib/running/examples/replay-examples";
import { buildObedientSkill, printing } from "@/lib/running/testing/obedient-skill";
import { testRunner } from "@/lib/running/testing/test-runner";
import {
  makeAccount,
  publishNow,
  uniqueName,
  type SkillParts,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testRunner();

let account: TestAccount;
beforeAll(async () => {
  account = await makeAccount();
});

const OTHER_ANSWERS = `import json, sys
wish = json.load(sys.stdin)
if wish.get("text") == "fail":
    sys.exit(1)
if "printHex" in wish:
    sys.stdout.write(bytes.fromhex(wish["printHex"]).decode())
else:
    json.dump({"nonce": "new", "echo": wish.get("text", "").upper()}, sys.stdout)
`;

async function publishBoth(parts: SkillParts = {}) {
  const name = uniqueName("compared");
  const examples = [
    { name: "same", input: printing('{"echo":"a"}'), output: { echo: "a" } },
    { name: "other value", input: { text: "a" }, output: { nonce: "old", echo: "a" } },
    { name: "fails now", input: { text: "fail" }, output: { nonce: "old", echo: "fail" } },
  ];
  const publish = (version: string, files: Record<string, string>) =>
    publishNow(
      buildObedientSkill({ ...parts, name, version, files, frontMatter: { examples, ...parts.frontMatter } }),
      account,
    );
  const { versionId: baseId } = await publish("1.0.0", {});
  const { versionId } = await publish("1.1.0", { "scripts/main.py": OTHER_ANSWERS });
  return { baseId, versionId };
}

const rowsOf = (pair: { versionId: string; baseId: string }) =>
  database().replayComparison.findMany({ where: pair, orderBy: { position: "asc" } });

test("the examples of a version run on it and on the one before, and both answers are kept side by side", async () => {
  const pair = await publishBoth();
  await compareReplays(pair);
  await compareReplays(pair);
  const rows = await rowsOf(pair);
  expect(rows.map(({ beforeState, afterState, outputs }) => [beforeState, afterState, outputs])).toEqual([
    ["proven", "proven", "equal"],
    ["drifted", "drifted", "same_shape"],
    ["drifted", "failing", null],
  ]);
  expect(rows[1]?.afterText).toContain('"echo": "A"');
  expect(rows[2]?.afterText).toContain("status 1");
  for (const { beforeMs } of rows) expect(beforeMs).toBeGreaterThan(0);
});

test("nothing is run whose calls have further effects", async () => {
  const pair = await publishBoth({
    paid: { lamports: 50_000n, payee: account.address },
    frontMatter: { annotations: { idempotentHint: false } },
  });
  await compareReplays(pair);
  expect((await rowsOf(pair)).map(({ beforeState, afterState }) => [beforeState, afterState])).toEqual(
    Array.from({ length: 3 }, () => ["not_run", "not_run"]),
  );
});

test("listed versions are replayed again after a day, and what has drifted since shows", async () => {
  const { versionId } = await publishBoth();
  await replayExamples(versionId);
  const { examplesCheckedAt } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  const clock = fakeClock(examplesCheckedAt ?? new Date());
  const waiting = () =>
    database().job.count({
      where: { kind: "replay_examples", dedupeKey: `replay:${versionId}`, doneAt: null },
    });
  await database().job.deleteMany({ where: { kind: "replay_examples" } });
  clock.advanceMs(23 * 60 * 60_000);
  await recheckExamples(clock);
  expect(await waiting()).toBe(0);
  clock.advanceMs(2 * 60 * 60_000);
  expect(await recheckExamples(clock)).toBeGreaterThan(0);
  await recheckExamples(clock);
  expect(await waiting()).toBe(1);
});
