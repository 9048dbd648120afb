import { expect, test } from "vitest";
import { drainJobs } from "@/lib/jobs/drain";
import { marketHandlers } from "@/lib/jobs/market-handlers";
import { publishVersion } from "@/lib/registry/publish-version";
import { buildSkillPackage, makeAccount, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["RUNNER"] = "disabled";
const database = testDatabase();
testBlobStore();

test("from upload to market by jobs alone; without a sandbox examples are not run, and tried again later", async () => {
  const account = await makeAccount();
  const { versionId } = await publishVersion({
    actor: account,
    package: buildSkillPackage(),
    source: "multipart",
  });
  await drainJobs(marketHandlers);
  const version = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  expect([version.vettingStatus, version.examplesProven]).toEqual(["approved", 0]);
  expect(await database().exampleReplay.count({ where: { state: { not: "not_run" } } })).toBe(0);
  const waiting = await database().job.findMany({ where: { doneAt: null } });
  expect(waiting.map(({ kind, failedAt }) => [kind, failedAt])).toEqual([["replay_examples", null]]);
  expect(waiting[0]!.runAt.getTime()).toBeGreaterThan(Date.now() + 600_000);
});

test("the scheduled kinds run on an empty market", async () => {
  for (const kind of ["refresh_statistics", "expire_drafts", "resume_vetting", "clear_done_jobs"] as const) {
    await database().job.create({ data: { id: `job_${kind}`, kind, payload: {} } });
  }
  await drainJobs(marketHandlers);
  expect(await database().job.count({ where: { lastError: { not: null } } })).toBe(0);
});
