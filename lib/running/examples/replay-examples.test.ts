import { beforeAll, expect, test } from "vitest";
import { replayExamples } from "@/lib/running/examples/replay-examples";
import { buildObedientSkill, printing, type CountedQuery } from "@/lib/running/testing/obedient-skill";
import { testRunner } from "@/lib/running/testing/test-runner";
import { makeAccount, publishNow, type SkillParts, type TestAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testRunner();

let account: TestAccount;
beforeAll(async () => {
  account = await makeAccount();
});

interface Example {
  input: CountedQuery;
  output: object;
}
const refusing = (error: string): CountedQuery => ({ ...printing(JSON.stringify({ error })), status: 1 });

async function publish(examples: Example[], parts: SkillParts = {}): Promise<string> {
  const named = examples.map((example, at) => ({ name: `example ${at}`, ...example }));
  const skillPackage = buildObedientSkill({
    ...parts,
    frontMatter: { examples: named, ...parts.frontMatter },
  });
  return (await publishNow(skillPackage, account)).versionId;
}

async function record(versionId: string) {
  const rows = await database().exampleReplay.findMany({
    where: { versionId },
    orderBy: { position: "asc" },
  });
  const version = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  const { examplesTotal, examplesProven, examplesCheckedAt } = version;
  return { rows, states: rows.map(({ state }) => state), examplesTotal, examplesProven, examplesCheckedAt };
}

const PROVEN = { input: printing('{"list":[1,2],"echo":"a"}'), output: { echo: "a", list: [1, 2] } };

test("examples are proven, drifted or failing, and the version counts the proven ones", async () => {
  const versionId = await publish([
    PROVEN,
    { input: printing('{"echo":"b"}'), output: { echo: "a" } },
    { input: printing('{"other":1}'), output: { echo: "a" } },
    { input: { status: 3 }, output: { echo: "a" } },
  ]);
  expect(await record(versionId)).toMatchObject({ states: [], examplesTotal: 4, examplesCheckedAt: null });
  await replayExamples(versionId);
  const { rows, ...counts } = await record(versionId);
  expect(counts).toMatchObject({
    states: ["proven", "drifted", "failing", "failing"],
    examplesTotal: 4,
    examplesProven: 1,
  });
  expect(counts.examplesCheckedAt).toBeInstanceOf(Date);
  expect(rows.map(({ matchRule }) => matchRule)).toEqual(["exact", "shape", "exact", "exact"]);
  expect(rows[0]?.detail).toBeNull();
  expect(rows[1]?.detail).toBe('The replay gave {"echo":"b"}');
  expect(rows[3]?.detail).toContain("status 3");
  for (const { wallMs } of rows) expect(wallMs).toBeGreaterThan(0);
});

test("a declared error is proven by exactly this error, and by no other failure", async () => {
  const versionId = await publish([
    { input: refusing("no such city"), output: { error: "no such city" } },
    { input: refusing("no such city: x"), output: { error: "no such city" } },
    { input: { status: 1 }, output: { error: "" } },
    { input: refusing("no"), output: { echo: "no" } },
  ]);
  await replayExamples(versionId);
  const { states, examplesProven } = await record(versionId);
  expect([states, examplesProven]).toEqual([["proven", "failing", "failing", "failing"], 1]);
});

test("a skill whose calls are not idempotent is never run", async () => {
  const versionId = await publish([PROVEN, PROVEN], {
    paid: { lamports: 50_000n, payee: account.address },
    frontMatter: { annotations: { idempotentHint: false } },
  });
  await replayExamples(versionId);
  const { states, examplesTotal, examplesProven, rows } = await record(versionId);
  expect([states, examplesTotal, examplesProven]).toEqual([["not_run", "not_run"], 2, 0]);
  expect(rows[0]).toMatchObject({ wallMs: null, detail: "A repeated call may have further effects." });
});

test("a skill the market cannot run is not run", async () => {
  const versionId = await publish([PROVEN]);
  await database().skillVersion.update({ where: { id: versionId }, data: { runnable: false } });
  await replayExamples(versionId);
  expect(await record(versionId)).toMatchObject({ states: ["not_run"], examplesProven: 0 });
});

test("a second replay replaces the first, also when two run at once", async () => {
  const versionId = await publish([PROVEN, PROVEN]);
  await replayExamples(versionId);
  await Promise.allSettled([replayExamples(versionId), replayExamples(versionId)]);
  expect(await record(versionId)).toMatchObject({ states: ["proven", "proven"], examplesProven: 2 });
});

test("the examples of one version cannot keep a worker busy beyond its budget", async () => {
  const slow = { input: { sleepMs: 20_000 }, output: { echo: "" } };
  const versionId = await publish([slow, PROVEN]);
  await replayExamples(versionId, { budgetMs: 500 });
  const { states, rows, examplesProven } = await record(versionId);
  expect([states, examplesProven]).toEqual([["not_run", "not_run"], 0]);
  expect(rows[0]?.detail).toContain("time");
});

test("when something on our side is in the way, nothing is put down to the skill", async () => {
  const versionId = await publish([PROVEN]);
  const where = { id: versionId };
  const { archiveDigest } = await database().skillVersion.findUniqueOrThrow({ where });
  await database().skillVersion.update({ where, data: { archiveDigest: `sha256:${"0".repeat(64)}` } });
  await expect(replayExamples(versionId)).rejects.toThrow("Stored bytes are missing");
  await database().skillVersion.update({ where, data: { archiveDigest } });
  expect(await record(versionId)).toMatchObject({ states: [], examplesCheckedAt: null });
  await replayExamples(versionId);
  expect(await record(versionId)).toMatchObject({ states: ["proven"] });
});

test("an output that would be cut in the middle of a character can be shown", async () => {
  const echo = `${"e".repeat(490)}🦜`;
  const versionId = await publish([{ input: printing(JSON.stringify({ echo })), output: { echo: "a" } }]);
  await replayExamples(versionId);
  const { rows } = await record(versionId);
  expect(rows[0]).toMatchObject({ state: "drifted" });
  expect(rows[0]?.detail?.endsWith("e\uFFFD")).toBe(true);
});

test("a version without examples is left alone", async () => {
  const versionId = await publish([]);
  await replayExamples(versionId);
  expect(await record(versionId)).toMatchObject({ states: [], examplesTotal: 0, examplesCheckedAt: null });
});
