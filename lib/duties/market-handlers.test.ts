import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { releaseReview, reserveReview } from "@/lib/audits/review/review";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { env } from "@/lib/platform/config/env";
import { closeAccount } from "@/lib/ownership/account-closing/close-account";
import { drainJobs } from "@/lib/platform/jobs/work";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { publishVersion } from "@/lib/publishing/publish-version";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
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

test("without a sandbox the examples for a verifier are compared later, as long as one has the version reserved", async () => {
  const account = await makeAccount();
  const name = uniqueName("compared");
  const { accountId, audit } = await makeVerifier();
  await audit((await publishNow(buildSkillPackage({ name, version: "1.0.0" }), account)).versionId);
  const { versionId } = await publishNow(buildSkillPackage({ name, version: "1.1.0" }), account);
  await reserveReview({ accountId, versionId });
  await drainJobs(marketHandlers);
  const where = { kind: "compare_replays", doneAt: null };
  const waiting = await database().job.findMany({ where });
  expect(waiting.map(({ failedAt, attempts }) => [failedAt, attempts])).toEqual([[null, 0]]);
  expect(waiting[0]!.runAt.getTime()).toBeGreaterThan(Date.now() + 600_000);

  await releaseReview({ accountId, versionId });
  await database().job.updateMany({ where, data: { runAt: new Date(0) } });
  await drainJobs(marketHandlers);
  expect(await database().job.count({ where })).toBe(0);
});

test("what killed processes were writing into the package store goes with what is thrown away", async () => {
  // The part of the store that it is the turn of now, and the one after it.
  const turn = Math.floor(Date.now() / 600_000);
  const left = [turn, turn + 1].map((part) => {
    const shard = (part % 256).toString(16).padStart(2, "0");
    const folder = path.join(fileURLToPath(env().BLOB_STORE), shard, "11");
    fs.mkdirSync(folder, { recursive: true });
    const file = path.join(folder, ".tmp-0123456789abcdef");
    fs.writeFileSync(file, "half a pack");
    fs.utimesSync(file, 0, 0);
    return file;
  });
  await database().job.create({ data: { id: "job_throws_away", kind: "clear_done_jobs", payload: {} } });
  await drainJobs(marketHandlers);
  expect(left.filter((file) => fs.existsSync(file))).toHaveLength(1);
});

test("the scheduled kinds run on an empty market", async () => {
  for (const kind of ["refresh_statistics", "expire_drafts", "resume_vetting", "clear_done_jobs"] as const) {
    await database().job.create({ data: { id: `job_${kind}`, kind, payload: {} } });
  }
  await drainJobs(marketHandlers);
  expect(await database().job.count({ where: { lastError: { not: null } } })).toBe(0);
});

test("what a market forgets is forgotten also while another part of it cannot be", async () => {
  const { skillId } = await publishNow(buildSkillPackage(), await makeAccount());
  const { username, accountId } = await makeAccount();
  await closeAccount(await getActorOf(username), { username, locale: "en" });
  await database().star.create({ data: { skillId, accountId, createdAt: new Date() } });
  await database().job.create({ data: { id: "job_failing", kind: "clear_done_jobs", payload: {} } });

  await database().$executeRaw`ALTER TABLE "RefusedForms" RENAME TO "Away"`;
  try {
    await drainJobs(marketHandlers);
  } finally {
    await database().$executeRaw`ALTER TABLE "Away" RENAME TO "RefusedForms"`;
  }
  expect(await database().star.count({ where: { accountId } })).toBe(0);
  // It was no success, and is tried again.
  const job = await database().job.findUniqueOrThrow({ where: { id: "job_failing" } });
  expect([job.doneAt, job.lastError]).toEqual([null, expect.stringContaining("RefusedForms")]);
});
