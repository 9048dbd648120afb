import { expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { recordDownload } from "@/lib/registry/statistics/record-download";
import { judgeCalls } from "@/lib/registry/statistics/judge-calls";
import { refreshStatistics } from "@/lib/registry/statistics/refresh-statistics";
import { purgeAged } from "@/lib/db/purge-rows";
import { countEndedCalls, refreshCounts } from "@/lib/registry/statistics/statistics-repository";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { whileHeld } from "@/lib/testing/while-held";

const database = testDatabase();
testBlobStore();

const START = new Date("2026-06-01T12:00:00Z");
const day = (count: number) => new Date(START.getTime() + count * 86_400_000);
const publish = async () => publishNow(buildSkillPackage(), await makeAccount());

async function call(versionId: string, days: readonly number[], state: "DONE" | "FAILED" = "DONE") {
  const run = { versionId, state, input: {}, inputDigest: "x" };
  await database().run.createMany({
    data: days.map((at) => ({ ...run, id: newId("run"), startedAt: day(at), finishedAt: day(at) })),
  });
}

const countsOf = (id: string) =>
  database().skill.findUniqueOrThrow({
    where: { id },
    select: { calls7d: true, callsTotal: true, callsCounted: true, callsCountedUntil: true },
  });

test("calls of long ago are counted for good, those since each time, and none twice or never", async () => {
  const { skillId, versionId } = await publish();
  await call(versionId, [-400, -30, -9, -8.5, -7.5, -3, -1]);
  await call(versionId, [-20, -2], "FAILED");
  await refreshStatistics(START);
  expect(await countsOf(skillId)).toEqual({
    calls7d: 2,
    callsTotal: 7,
    callsCounted: 4,
    callsCountedUntil: day(-8),
  });

  await call(versionId, [1, 5, 7]);
  await refreshStatistics(day(7.5));
  expect(await countsOf(skillId)).toMatchObject({ calls7d: 3, callsTotal: 10, callsCounted: 4 });

  // Sixteen days after what was counted last it is counted again, from there on.
  await refreshStatistics(day(8.5));
  expect(await countsOf(skillId)).toEqual({
    calls7d: 2,
    callsTotal: 10,
    callsCounted: 7,
    callsCountedUntil: day(0.5),
  });

  // Nobody has called it for a month: what it had stays, and the next call is added to it.
  await refreshStatistics(day(40));
  expect(await countsOf(skillId)).toMatchObject({ calls7d: 0, callsTotal: 10 });
  await call(versionId, [41]);
  await refreshStatistics(day(41.5));
  expect(await countsOf(skillId)).toMatchObject({ calls7d: 1, callsTotal: 11, callsCounted: 10 });
});

test("of many skills some are counted for good at a time, and the others keep their total until then", async () => {
  const [first, second] = [await publish(), await publish()];
  for (const { versionId } of [first, second]) await call(versionId, [-20, -1]);
  const ids = { id: { in: [first.skillId, second.skillId] } };
  await database().skill.updateMany({ where: ids, data: { callsTotal: 1 } });
  await judgeCalls(START);
  expect(await countEndedCalls(database(), START, 1)).toBe(1);
  expect(await database().skill.count({ where: { ...ids, callsCounted: 1 } })).toBe(1);
  await refreshCounts(database(), START);
  expect(await database().skill.count({ where: { ...ids, calls7d: 1, callsTotal: 1 } })).toBe(1);
  await refreshStatistics(START);
  for (const { skillId } of [first, second]) {
    expect(await countsOf(skillId)).toMatchObject({ calls7d: 1, callsTotal: 2 });
  }
});

test("a skill that somebody holds at this moment is counted the next time, and waited for by nobody", async () => {
  const [held, free] = [await publish(), await publish()];
  for (const { versionId } of [held, free]) await call(versionId, [-1]);
  const hold = (db: Database) =>
    db.$queryRaw`SELECT 1 FROM "Skills" WHERE "id" = ${held.skillId} FOR NO KEY UPDATE`;
  const look = async (isWaiting: boolean) => expect(isWaiting).toBe(false);
  await whileHeld(hold, () => refreshStatistics(START), { look });
  const calls = async () => [(await countsOf(held.skillId)).calls7d, (await countsOf(free.skillId)).calls7d];
  expect(await calls()).toEqual([0, 1]);
  await refreshStatistics(START);
  expect(await calls()).toEqual([1, 1]);
});

test("who downloaded what long ago is forgotten, some at a time, and the totals stay", async () => {
  const { skillId, versionId } = await publish();
  for (const at of [-300, -250, -201, -199, 0]) {
    const caller = { accountId: "acc_1", address: "198.51.100.1" };
    await recordDownload({ skillId, versionId, caller }, fakeClock(day(at)));
  }
  expect(await purgeAged("Downloads", START)).toBe(3);
  expect(await database().download.count({ where: { skillId } })).toBe(2);
  expect((await database().skill.findUniqueOrThrow({ where: { id: skillId } })).downloadsTotal).toBe(5);
});
