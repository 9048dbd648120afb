import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { dayWindow } from "@/lib/kernel/day-window";
import { newId } from "@/lib/kernel/ids";
import { getActivity, getDashboard, listAttention } from "@/lib/catalogue/dashboard/get-dashboard";
import { getVersionDuty } from "@/lib/catalogue/dashboard/get-version-work";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { makePng } from "@/lib/package/testing/png";

testDatabase();
testBlobStore();

const NOW = new Date("2026-11-21T02:47:09Z");
const clock = { now: () => NOW };

/** Runs of a version, each so many hours before now. */
async function call(
  versionId: string,
  hoursAgo: number[],
  state: "DONE" | "FAILED" = "DONE",
  { fault = null, counts = true }: { fault?: string | null; counts?: boolean | null } = {},
) {
  await database().run.createMany({
    data: hoursAgo.map((hours) => ({
      id: newId("run", NOW.getTime() - hours * HOUR_MS),
      versionId,
      state,
      fault,
      counts,
      input: {},
      inputDigest: "0",
      startedAt: new Date(NOW.getTime() - hours * HOUR_MS),
      finishedAt: new Date(NOW.getTime() - hours * HOUR_MS + 100),
    })),
  });
}

async function published() {
  const account = await makeAccount();
  const { versionId, slug } = await publishNow(buildSkillPackage(), account);
  return { ...account, versionId, slug };
}

test("calls and downloads are counted by UTC day, and the period before up to the same moment", async () => {
  const { accountId, versionId } = await published();
  // 02:00 and 23:00 the day before are two days; eight days ago at 01:47 counts, at 03:47 it is too late in its day.
  await call(versionId, [0.5, 4, 7 * 24 + 1, 7 * 24 - 1]);
  await call(versionId, [1], "FAILED", { fault: "skill" });
  await call(versionId, [1], "FAILED", { fault: "caller" });
  const { calls, failed, downloads, days } = await getActivity(accountId, 7, clock);
  expect(days.at(-1)).toBe("2026-11-21");
  expect(calls).toEqual({ current: [0, 0, 0, 0, 0, 1, 1], previous: [0, 0, 0, 0, 0, 0, 1] });
  expect(failed.current).toEqual([0, 0, 0, 0, 0, 0, 1]);
  expect(downloads.current).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test("a release stands on the day it was published", async () => {
  const { accountId, slug, versionId } = await published();
  const publishedAt = new Date(dayWindow(7, NOW).start.getTime() + 2 * DAY_MS + HOUR_MS);
  await database().skillVersion.update({ where: { id: versionId }, data: { publishedAt } });
  const { releases } = await getActivity(accountId, 7, clock);
  expect(releases).toEqual([{ day: 2, slug, version: "1.0.0" }]);
});

test("another account sees none of it", async () => {
  const { versionId } = await published();
  await call(versionId, [1]);
  const { accountId } = await makeAccount();
  expect((await getActivity(accountId, 30, clock)).calls.current.some((count) => count > 0)).toBe(false);
  expect(await getDashboard(accountId, clock)).toMatchObject({ skills: [] });
  expect(await listAttention(accountId, clock)).toEqual([]);
});

test("each skill is listed with its newest version, its facts and its calls of two weeks", async () => {
  const { accountId, versionId, slug, address } = await published();
  await call(versionId, [1, 5]);
  await call(versionId, [1, 2], "DONE", { counts: false });
  await call(versionId, [1], "DONE", { counts: null });
  const { skills, wallets } = await getDashboard(accountId, clock);
  expect(wallets).toEqual([address]);
  expect(skills).toMatchObject([
    {
      slug,
      version: "1.0.0",
      published: true,
      auditState: "Unverified",
      trustLevel: "community",
      calls7d: 2,
    },
  ]);
  expect(skills[0]?.callsByDay).toHaveLength(14);
});

test("what an owner must look at comes the gravest first", async () => {
  const { accountId, versionId, slug } = await published();
  const reader = await makeAccount();
  const data = { matchRule: "exact", replayedAt: NOW, versionId };
  await database().exampleReplay.createMany({
    data: [
      { ...data, position: 0, state: "proven" },
      { ...data, position: 1, state: "failing" },
    ],
  });
  await database().challenge.create({
    data: {
      id: newId("chl", NOW.getTime()),
      versionId,
      accountId: reader.accountId,
      packageDigest: "0",
      claim: "It reads more than it says",
      evidence: "See the code",
      openedAt: NOW,
      deadline: new Date(NOW.getTime() + DAY_MS),
    },
  });
  const skill = await database().skill.findUniqueOrThrow({ where: { slug } });
  const review = { skillId: skill.id, accountId: reader.accountId, rating: 4, updatedAt: NOW };
  await database().review.create({ data: { id: newId("rev", NOW.getTime()), ...review } });

  expect(await listAttention(accountId, clock)).toMatchObject([
    { kind: "challenged", slug, version: "1.0.0" },
    { kind: "failing", slug, number: 2 },
    { kind: "reviewed", slug, number: 1 },
  ]);

  await database().exampleReplay.updateMany({
    where: { versionId, position: 1 },
    data: { state: "drifted" },
  });
  await database().review.updateMany({ data: { updatedAt: new Date(NOW.getTime() - 8 * DAY_MS) } });
  expect((await listAttention(accountId, clock)).map(({ kind }) => kind)).toEqual(["challenged", "drifted"]);

  // Upheld, it is told for a week: it is why the version is not Audited any more.
  const decide = (decidedAt: Date) =>
    database().challenge.updateMany({ where: { versionId }, data: { state: "upheld", decidedAt } });
  await decide(NOW);
  expect((await listAttention(accountId, clock)).find(({ kind }) => kind === "overturned")).toMatchObject({
    slug,
    version: "1.0.0",
    at: NOW.toISOString(),
  });
  await decide(new Date(NOW.getTime() - 8 * DAY_MS));
  expect((await listAttention(accountId, clock)).map(({ kind }) => kind)).toEqual(["drifted"]);
});

test("a skill in quarantine and a rejected version are told to their owner", async () => {
  const { accountId, versionId, slug } = await published();
  await database().skillVersion.update({
    where: { id: versionId },
    data: { vettingStatus: "rejected", publishedAt: null },
  });
  const quarantine = { quarantinedAt: NOW, quarantineReason: "It is under review." };
  await database().skill.update({
    where: { slug },
    data: { ...quarantine, latestVersionId: null, publishedAt: null },
  });
  expect((await listAttention(accountId, clock)).map(({ kind }) => kind)).toEqual([
    "quarantined",
    "rejected",
  ]);
});

test.each<[string, Record<string, Uint8Array>, boolean]>([
  ["no icon", {}, false],
  ["one that is shown", { "assets/icon.png": makePng() }, false],
  ["one that is no square", { "assets/icon.png": makePng({ width: 64, height: 32 }) }, true],
  ["a picture elsewhere", { "assets/picture.png": makePng({ width: 64, height: 32 }) }, false],
])(
  "the publisher of a package with %s is told whether its icon is refused",
  async (_what, files, refused) => {
    const { versionId } = await publishNow(buildSkillPackage({ files }), await makeAccount());
    expect((await getVersionDuty(versionId)).isIconRefused).toBe(refused);
  },
);
