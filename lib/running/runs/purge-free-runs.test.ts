import { expect, test } from "vitest";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { refreshStatistics } from "@/lib/registry/statistics/refresh-statistics";
import { purgeFreeRuns } from "@/lib/running/runs/purge-runs";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { whileHeld } from "@/lib/testing/while-held";

const database = testDatabase();
testBlobStore();

const START = new Date("2026-06-01T12:00:00Z");
const day = (count: number) => new Date(START.getTime() + count * 86_400_000);
const publish = async () => publishNow(buildSkillPackage(), await makeAccount());

interface Kind {
  state?: "DONE" | "FAILED" | "RUNNING";
  grantId?: string;
}

async function call(versionId: string, days: readonly number[], { state = "DONE", ...kind }: Kind = {}) {
  const run = { versionId, state, input: { text: "mine" }, inputDigest: "x", ...kind };
  const ended = (at: number) => (state === "RUNNING" ? null : day(at));
  const data = days.map((at) => ({ ...run, id: newId("run"), startedAt: day(at), finishedAt: ended(at) }));
  await database().run.createMany({ data });
  return data.map(({ id }) => id);
}

async function aGrant(versionId: string): Promise<string> {
  const money = { priceLamports: 100n, creatorLamports: 95n, feeLamports: 5n, feeBasisPoints: 500 };
  const on = {
    genesisHash: "g",
    blockhash: "b",
    lastValidBlockHeight: 1n,
    packageDigest: "p",
    inputDigest: "i",
  };
  const id = newId("quo");
  const who = { payerAddress: "payer", payeeAddress: "payee", treasuryAddress: "treasury" };
  await database().quote.create({
    data: { id, versionId, ...who, ...money, ...on, reference: id, memo: id, input: {}, expiresAt: START },
  });
  return (await database().grant.create({ data: { id: newId("grn"), quoteId: id } })).id;
}

const numbersOf = async (id: string) => {
  const { callsTotal, callsCounted } = await database().skill.findUniqueOrThrow({ where: { id } });
  return { callsTotal, callsCounted };
};
const leftOf = async (versionId: string) =>
  (await database().run.findMany({ where: { versionId }, orderBy: { startedAt: "asc" } })).map(
    ({ id }) => id,
  );

test("free runs of more than 200 days ago go with their keys, some at a time; paid ones and those under way stay", async () => {
  const { versionId } = await publish();
  const old = await call(versionId, [-300, -250, -201]);
  const failed = await call(versionId, [-240], { state: "FAILED" });
  const paid = await call(versionId, [-290], { grantId: await aGrant(versionId) });
  const underWay = await call(versionId, [-280], { state: "RUNNING" });
  const young = await call(versionId, [-199, -1]);
  for (const runId of [...old, ...young]) {
    await database().callKey.create({ data: { keyHash: `key ${runId}`, requestDigest: "d", runId } });
  }
  expect(await purgeFreeRuns(START, 1)).toBe(1);
  expect(await leftOf(versionId)).not.toContain(old[0]);
  expect(await purgeFreeRuns(START)).toBe(3);
  expect(await leftOf(versionId)).toEqual([...paid, ...underWay, ...young]);
  expect(await leftOf(versionId)).not.toContain(failed[0]);
  const keys = await database().callKey.findMany({ where: { keyHash: { startsWith: "key " } } });
  expect(new Set(keys.map(({ runId }) => runId))).toEqual(new Set(young));
  expect(await purgeFreeRuns(START)).toBe(0);
});

test("the totals stay, also those of a skill that nobody called for long and somebody calls again", async () => {
  const { skillId, versionId } = await publish();
  await call(versionId, [-400, -310, -301, -299, -296]);
  await refreshStatistics(day(-295));
  expect(await numbersOf(skillId)).toEqual({ callsTotal: 5, callsCounted: 2 });
  expect(await purgeFreeRuns(START)).toBe(5);
  expect(await numbersOf(skillId)).toEqual({ callsTotal: 5, callsCounted: 5 });
  await refreshStatistics(START);
  expect(await numbersOf(skillId)).toEqual({ callsTotal: 5, callsCounted: 5 });

  await call(versionId, [0.5]);
  await refreshStatistics(day(1));
  expect(await numbersOf(skillId)).toEqual({ callsTotal: 6, callsCounted: 5 });
  await call(versionId, [20]);
  await refreshStatistics(day(20.5));
  expect(await numbersOf(skillId)).toEqual({ callsTotal: 7, callsCounted: 6 });
});

test("what is not counted for good at this moment goes the next time", async () => {
  const { skillId, versionId } = await publish();
  const [run] = await call(versionId, [-300]);
  const held = (db: Database) =>
    db.$queryRaw`SELECT 1 FROM "Skills" WHERE "id" = ${skillId} FOR NO KEY UPDATE`;
  expect(await whileHeld(held, () => purgeFreeRuns(START))).toBe(0);
  expect(await leftOf(versionId)).toEqual([run]);
  expect(await purgeFreeRuns(START)).toBe(1);
  expect(await numbersOf(skillId)).toMatchObject({ callsCounted: 1 });
});
