import { expect, test } from "vitest";
import { DAY_MS } from "@/lib/kernel/clock";
import { recheckExamples } from "@/lib/running/examples/replay-examples";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

const kind = "replay_examples";
const ago = (ms: number) => new Date(Date.now() - ms);

/** A listed version whose examples were last replayed two days ago, or never since then. */
async function published(examplesCheckedAt: Date | null) {
  const { versionId } = await publishNow(buildSkillPackage(), await makeAccount());
  const data = { examplesCheckedAt, publishedAt: ago(2 * DAY_MS) };
  await database().skillVersion.update({ where: { id: versionId }, data });
  await database().job.deleteMany({ where: { kind } });
  return versionId;
}

const asked = (versionId: string) =>
  database().job.count({ where: { kind, dedupeKey: `replay:${versionId}` } });

test("what cannot be replayed is not asked for again and again, and keeps no other version from its replay", async () => {
  const versionId = await published(ago(2 * DAY_MS));
  // As a worker leaves it that has taken it: tried again for half a day, then set aside.
  const job = { id: "job_failing", kind, payload: { versionId }, attempts: 3 };
  await database().job.create({ data: job });
  expect(await recheckExamples()).toBe(0);
  await database().job.update({ where: { id: job.id }, data: { failedAt: ago(DAY_MS / 2) } });
  expect([await recheckExamples(), await asked(versionId)]).toEqual([0, 0]);
  await database().job.update({ where: { id: job.id }, data: { failedAt: ago(1.5 * DAY_MS) } });
  expect([await recheckExamples(), await asked(versionId)]).toEqual([1, 1]);
});

test("examples that were never replayed, as nothing could be on their first day, are asked for after a day", async () => {
  await database().skillVersion.updateMany({ data: { yankedAt: new Date(), yankReason: "Over." } });
  const versionId = await published(null);
  expect([await recheckExamples(), await asked(versionId)]).toEqual([1, 1]);
});
