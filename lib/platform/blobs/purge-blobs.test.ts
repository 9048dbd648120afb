import { beforeEach, expect, test } from "vitest";
import { sha256Digest } from "@/lib/kernel/digest";
import { blobStore, storeBlob } from "@/lib/platform/blobs/current-blob-store";
import { KEEP_HOURS, purgeBlobs } from "@/lib/platform/blobs/purge-blobs";
import { openHistory } from "@/lib/catalogue/git/open-history";
import { convertVersion } from "@/lib/catalogue/downloads/get-converted-package";
import { inTransaction } from "@/lib/db/transaction";
import { publishVersion } from "@/lib/publishing/publish-version";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { buildSkillPackage, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { untilSomebodyWaits } from "@/lib/testing/while-held";

const database = testDatabase();
const { publisher, publish } = testPublisher();
const now = new Date();
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const PAST_KEEPING = later(KEEP_HOURS + 1);

beforeEach(async () => {
  await database().blobUnderWay.deleteMany();
});

const underWay = async () => (await database().blobUnderWay.findMany()).map(({ digest }) => digest);

/** An upload that is refused after its blob was stored; gives the blob. */
async function refusedUpload(parts: { name: string; version?: string }): Promise<string> {
  const upload = publishVersion({
    actor: publisher(),
    package: buildSkillPackage(parts),
    source: "multipart",
    alongside: () => Promise.reject(new Error("refused at the last moment")),
  });
  await expect(upload).rejects.toThrow("refused at the last moment");
  const [digest = ""] = await underWay();
  expect(await blobStore().has(digest)).toBe(true);
  return digest;
}

test("the blob of a refused upload goes a day later, and not before", async () => {
  const digest = await refusedUpload({ name: uniqueName() });
  expect(await purgeBlobs(later(KEEP_HOURS - 1))).toBe(0);
  expect(await blobStore().has(digest)).toBe(true);
  expect(await purgeBlobs(PAST_KEEPING)).toBe(1);
  expect([await blobStore().has(digest), await underWay()]).toEqual([false, []]);
  expect(await purgeBlobs(PAST_KEEPING)).toBe(0);
});

test("the blobs of a version, of its conversions and of its tree for git stay", async () => {
  const name = uniqueName();
  const { versionId } = await publish({ name });
  await convertVersion(versionId);
  const stored = await underWay();
  expect(stored.length).toBeGreaterThan(2);
  await openHistory(name);
  expect(await underWay(), "a clone finds all of it packed").toEqual(stored);
  expect(await purgeBlobs(PAST_KEEPING)).toBe(0);
  for (const digest of stored) expect(await blobStore().has(digest)).toBe(true);
  expect(await underWay()).toEqual([]);
});

test("a blob that another upload names by now stays", async () => {
  const name = uniqueName();
  const digest = await refusedUpload({ name, version: "1.0.0" });
  const { versionId } = await publish({ name, version: "1.0.0" });
  const { archiveDigest } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  expect(archiveDigest).toBe(digest);
  expect(await purgeBlobs(PAST_KEEPING)).toBe(0);
  expect(await blobStore().has(digest)).toBe(true);
});

test("bytes that are stored anew are kept as long again", async () => {
  const bytes = Buffer.from(uniqueName());
  await storeBlob(bytes, { now: () => now });
  const digest = await storeBlob(bytes, { now: () => PAST_KEEPING });
  expect(await purgeBlobs(PAST_KEEPING)).toBe(0);
  expect(await blobStore().has(digest)).toBe(true);
});

test("who stores the bytes a sweep is deleting waits for it, and then has them", async () => {
  const bytes = Buffer.from(uniqueName());
  const digest = await storeBlob(bytes);
  let isStored = false;
  let storing: Promise<unknown> = Promise.resolve();
  await inTransaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "BlobsUnderWay" WHERE "digest" = ${digest} FOR UPDATE`;
    await blobStore().delete(digest);
    storing = storeBlob(bytes).then(() => (isStored = true));
    expect(await untilSomebodyWaits(storing)).toBe(true);
    expect([isStored, await blobStore().has(digest)]).toEqual([false, false]);
    await tx.blobUnderWay.deleteMany({ where: { digest } });
  });
  await storing;
  expect([await blobStore().has(digest), await underWay()]).toEqual([true, [sha256Digest(bytes)]]);
});

test("many are swept in one go, by any number of workers", async () => {
  const digests: string[] = [];
  for (let made = 0; made < 120; made++) digests.push(await storeBlob(Buffer.from(uniqueName())));
  const swept = await Promise.all([purgeBlobs(PAST_KEEPING), purgeBlobs(PAST_KEEPING)]);
  expect(await underWay()).toEqual([]);
  expect(swept[0] + swept[1]).toBe(120);
  for (const digest of digests) expect(await blobStore().has(digest)).toBe(false);
});
