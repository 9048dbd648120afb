import { expect, test } from "vitest";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { releaseReview, reserveReview } from "@/lib/audits/review/review";
import { getReview } from "@/lib/audits/review/get-review";
import { getVersionWork } from "@/lib/catalogue/dashboard/get-version-work";
import { listUnfinished } from "@/lib/catalogue/dashboard/get-dashboard";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { drainJobs } from "@/lib/platform/jobs/work";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { replaceReplays } from "@/lib/running/examples/replay-repository";
import { makeAccount, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
const { upload, publish } = testPublisher();

const jobOf = (kind: string, versionId: string) => ({
  kind,
  doneAt: null,
  payload: { path: ["versionId"], equals: versionId },
});

async function markReplayed(versionId: string) {
  const replay = { state: "proven", matchRule: "exact", wallMs: 20, detail: null } as const;
  const done = { results: [replay], replayedAt: new Date() };
  await inTransaction((db) => replaceReplays(db, versionId, done));
  await database().job.updateMany({
    where: jobOf("replay_examples", versionId),
    data: { doneAt: new Date(), lockedUntil: null },
  });
}

test("a version is found while it is vetted and its examples wait, run or are put off, and not afterwards", async () => {
  const account = await makeAccount();
  const name = uniqueName("under-way");
  await upload({ name }, account);
  const versionsOf = async () => (await listUnfinished(account.accountId)).versions;
  expect(await versionsOf()).toMatchObject([{ slug: name, version: "1.0.0", replaying: null }]);
  await database().job.deleteMany({ where: { kind: "vet_version" } });
  await database().skillVersion.updateMany({
    where: { uploadedById: account.accountId },
    data: { vettingStatus: "rejected" },
  });

  const { versionId } = await publish({}, account);
  const replayJob = { where: jobOf("replay_examples", versionId) };
  const stateOf = async () => (await versionsOf()).map(({ replaying }) => replaying);
  expect(await stateOf()).toEqual([{ state: "waiting" }]);
  expect(await getVersionWork(versionId)).toMatchObject({
    examples: { total: 1, replayed: false, progress: { state: "waiting" } },
  });
  const at = new Date(Date.now() + 900_000);
  await database().job.updateMany({ ...replayJob, data: { runAt: at } });
  expect(await stateOf()).toEqual([{ state: "later", at }]);
  await database().job.updateMany({ ...replayJob, data: { runAt: new Date(), lockedUntil: at } });
  expect(await stateOf()).toEqual([{ state: "running" }]);
  await markReplayed(versionId);
  expect(await stateOf()).toEqual([]);
  expect(await getVersionWork(versionId)).toMatchObject({
    examples: { total: 1, proven: 1, replayed: true, progress: null },
  });
  expect((await listUnfinished((await makeAccount()).accountId)).versions).toEqual([]);
});

test("examples whose every try failed are not said to be under way", async () => {
  const account = await makeAccount();
  const { versionId } = await publish({}, account);
  await database().job.updateMany({
    where: jobOf("replay_examples", versionId),
    data: { failedAt: new Date() },
  });
  expect((await listUnfinished(account.accountId)).versions).toEqual([]);
  expect(await getVersionWork(versionId)).toMatchObject({ examples: { replayed: false, progress: null } });
});

test("a reserved review is found again, with how far the run of its examples is", async () => {
  const { accountId, audit } = await makeVerifier();
  const name = uniqueName("reserved");
  await audit((await publish({ name })).versionId);
  const { versionId } = await publish({ name, version: "1.1.0", body: "# Echo\n\nAnother text.\n" });
  const reviewsOf = async () => (await listUnfinished(accountId)).reviews;
  expect(await reviewsOf()).toEqual([]);
  const { until } = await reserveReview({ accountId, versionId });
  const reserved = { versionId, slug: name, version: "1.1.0", until };
  expect(await reviewsOf()).toEqual([{ ...reserved, comparing: { state: "waiting" } }]);
  expect((await getReview(accountId, versionId)).comparing).toEqual({ state: "waiting" });
  await drainJobs({ compare_replays: () => Promise.resolve() });
  expect(await reviewsOf()).toEqual([{ ...reserved, comparing: null }]);
  await releaseReview({ accountId, versionId });
  expect(await reviewsOf()).toEqual([]);
});
