import { beforeEach, expect, test } from "vitest";
import { drainJobs } from "@/lib/platform/jobs/work";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { testDatabase } from "@/lib/testing/database";
import { resumeVetting } from "@/lib/publishing/vetting/queue-vetting";

process.env["RUNNER"] = "disabled";
const database = testDatabase();
const { upload } = testPublisher();
const LATER = new Date(Date.now() + 11 * 60_000);

beforeEach(async () => {
  await database().job.deleteMany();
});

const statusOf = async (id: string) =>
  (await database().skillVersion.findUniqueOrThrow({ where: { id } })).vettingStatus;
const jobsOf = (versionId: string) => database().vettingJob.count({ where: { versionId } });
const vettingWaits = () =>
  database().job.count({ where: { kind: "vet_version", doneAt: null, failedAt: null } });

test.each([
  ["its job was lost", () => database().job.deleteMany(), 1],
  [
    "its job was set aside when it was at work",
    async (id: string) => {
      await database().vettingJob.update({ where: { id }, data: { jobStatus: "running" } });
      await database().job.updateMany({ data: { failedAt: new Date(), attempts: 58, dedupeKey: null } });
    },
    1,
  ],
  [
    "its vetting failed before such versions were held",
    async (id: string) => {
      await database().vettingJob.update({
        where: { id },
        data: { jobStatus: "failed", finishedAt: new Date() },
      });
      await database().job.updateMany({ data: { doneAt: new Date() } });
    },
    2,
  ],
])("a pending version is vetted again: %s", async (_, strand, vettingJobs) => {
  const { versionId, vettingJobId } = await upload({});
  await strand(vettingJobId);
  await drainJobs(marketHandlers);
  expect(await statusOf(versionId)).toBe("pending");
  expect(await resumeVetting(LATER)).toBe(1);
  expect(await resumeVetting(LATER)).toBe(0);
  // What was asked for later than now is done now.
  await database().job.updateMany({ where: { kind: "vet_version" }, data: { runAt: new Date(0) } });
  await drainJobs(marketHandlers);
  expect([await statusOf(versionId), await jobsOf(versionId)]).toEqual(["approved", vettingJobs]);
  expect(await resumeVetting(LATER)).toBe(0);
});

test("what waits, is at work, has ended or was just uploaded is left alone", async () => {
  const { versionId } = await upload({});
  expect([await resumeVetting(LATER), await vettingWaits()]).toEqual([0, 1]);
  await database().job.updateMany({ data: { lockedUntil: new Date(Date.now() + 15_000), dedupeKey: null } });
  expect([await resumeVetting(LATER), await vettingWaits()]).toEqual([0, 1]);
  await database().job.updateMany({ data: { lockedUntil: null } });
  await drainJobs(marketHandlers);
  expect([await resumeVetting(LATER), await statusOf(versionId)]).toEqual([0, "approved"]);
  await upload({});
  await database().job.deleteMany({ where: { kind: "vet_version" } });
  expect(await resumeVetting(new Date())).toBe(0);
});
