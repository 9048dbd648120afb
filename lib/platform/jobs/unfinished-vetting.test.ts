import fs from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { drainJobs } from "@/lib/platform/jobs/work";
import type { JobHandlers } from "@/lib/platform/jobs/kinds";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { MAX_ATTEMPTS } from "@/lib/platform/jobs/run-job";
import { logger } from "@/lib/kernel/observability/logger";
import { beginPublication, startVetting } from "@/lib/publishing/publications/publication-steps";
import { readPublication } from "@/lib/publishing/publications/read-publication";
import { decideCaution, listHeld } from "@/lib/moderation/held";
import { publishVersion } from "@/lib/publishing/publish-version";
import { buildSkillPackage, makeAccount, makeAdministrator, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { currentScanner, setScanner } from "@/lib/vetting/current-scanner";
import { getVettingJob } from "@/lib/publishing/vetting/get-vetting-job";

process.env["RUNNER"] = "disabled";
const database = testDatabase();
testBlobStore();

const quiet = logger.level;
const usual = currentScanner();
beforeEach(async () => {
  logger.level = "silent";
  await database().job.deleteMany();
});
afterEach(() => {
  logger.level = quiet;
  setScanner(usual);
});

/** The rest of what a version asks for is left alone. */
const handlers = Object.fromEntries(
  Object.entries(marketHandlers).filter(([kind]) => kind.startsWith("vet_")),
) as JobHandlers;
const endedThread = () => Promise.reject(new Error("the vetting thread ended"));

async function publish() {
  const creator = await makeAccount();
  const given = { actor: creator, package: buildSkillPackage(), source: "multipart" } as const;
  const { versionId, vettingJobId } = await publishVersion(given);
  return { versionId, read: () => getVettingJob(vettingJobId, creator.accountId) };
}

/** Runs what is due, minute by minute. */
async function work(clock: ReturnType<typeof fakeClock>, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await drainJobs(handlers, clock);
    clock.advanceMs(60_000);
  }
}

test("an upload whose package store is away for an hour is vetted when it is back", async () => {
  const { read } = await publish();
  const clock = fakeClock(new Date());
  const store = new URL(process.env["BLOB_STORE"] ?? "").pathname;
  fs.renameSync(store, `${store}-away`);
  await work(clock, 60);
  expect(await read()).toMatchObject({ isDone: false, vettingStatus: "pending" });
  fs.renameSync(`${store}-away`, store);
  await work(clock, 16);
  expect(await read()).toMatchObject({ jobStatus: "done", vettingStatus: "approved", published: true });
});

describe("a version that cannot be vetted is held for an administrator, who can let it in", () => {
  test.each([
    ["it ends its judge each time", async () => setScanner(endedThread)],
    [
      "its workers died",
      async () => void (await database().job.updateMany({ data: { attempts: MAX_ATTEMPTS } })),
    ],
  ])("%s", async (_, stand) => {
    const { versionId, read } = await publish();
    await stand();
    await work(fakeClock(new Date()), 8);
    expect(await read()).toMatchObject({
      jobStatus: "failed",
      isDone: true,
      vettingStatus: "caution",
      summary: "Vetting could not be completed. An administrator decides.",
    });
    const administrator = await makeAdministrator();
    expect((await listHeld(administrator)).map(({ id }) => id)).toContain(versionId);
    await decideCaution({ actor: administrator, versionId, decision: "approve" });
    expect(await read()).toMatchObject({ published: true, vettingStatus: "approved" });
  });
});

test.each([
  ["ends its judge each time", async () => setScanner(endedThread)],
  [
    "killed its workers",
    async () => void (await database().job.updateMany({ data: { attempts: MAX_ATTEMPTS } })),
  ],
])("a package under way that %s can be given to vetting again", async (_, stand) => {
  const { accountId } = await makeAccount();
  const given = { accountId, package: buildSkillPackage(), fileName: "a.zip" };
  const where = { id: await beginPublication(given), accountId };
  await startVetting(where);
  await stand();
  const clock = fakeClock(new Date());
  await work(clock, 8);
  expect((await readPublication(where))?.vettingState).toBe("failed");
  setScanner(usual);
  await startVetting(where, clock);
  await work(clock, 1);
  expect(await readPublication(where)).toMatchObject({ vettingState: "done", vettingStatus: "approved" });
});
