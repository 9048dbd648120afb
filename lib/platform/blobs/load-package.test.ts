import { expect, test } from "vitest";
import { sha256Digest } from "@/lib/kernel/digest";
import { blobStore } from "@/lib/platform/blobs/current-blob-store";
import { assemblePackage, writeArchive, type SkillPackage } from "@/lib/package";
import { loadPackage, packageCacheSize } from "@/lib/platform/blobs/load-package";
import { testBlobStore } from "@/lib/testing/builders";

testBlobStore();

const MEBIBYTE = 1024 * 1024;
const unstored = `sha256:${"0".repeat(64)}`;
let made = 0;

function makePackage(sizeBytes: number): SkillPackage {
  const skillMd = Buffer.from(`---\nname: one-${made++}\ndescription: A skill.\n---\n`);
  return assemblePackage([
    { path: "SKILL.md", bytes: skillMd },
    { path: "data.bin", bytes: new Uint8Array(sizeBytes) },
  ]);
}

async function store({ files }: SkillPackage): Promise<string> {
  return blobStore().put(writeArchive(files, "one", { compression: "deflate" }));
}

test("a stored package comes back whole, and is read once for all who ask at the same time", async () => {
  const skillPackage = makePackage(1000);
  const digest = await store(skillPackage);
  const before = packageCacheSize();
  const loaded = await Promise.all(Array.from({ length: 5 }, () => loadPackage(digest, skillPackage.digest)));
  expect(loaded[0]?.files).toHaveLength(2);
  expect(loaded[0]?.digest).toBe(skillPackage.digest);
  expect(new Set(loaded).size).toBe(1);
  expect(packageCacheSize().packages).toBe(before.packages + 1);
  const bytes = packageCacheSize().bytes;
  await loadPackage(digest, skillPackage.digest);
  expect(packageCacheSize().bytes).toBe(bytes);
  expect(bytes - before.bytes).toBeLessThan(3000);
});

test("a package with another digest than the version's is corrupt, cached or not", async () => {
  const digest = await store(makePackage(10));
  for (const _ of [1, 2])
    await expect(loadPackage(digest, unstored)).rejects.toMatchObject({ code: "PACKAGE_CORRUPT" });
  const notAnArchive = await blobStore().put(Buffer.from("no archive"));
  await expect(loadPackage(notAnArchive, unstored)).rejects.toMatchObject({ code: "PACKAGE_CORRUPT" });
});

test("a lost package is found again once it is put back, and failures take no place", async () => {
  const skillPackage = makePackage(10);
  const archive = writeArchive(skillPackage.files, "one");
  const before = packageCacheSize();
  const digest = sha256Digest(archive);
  const asked = () => loadPackage(digest, skillPackage.digest);
  const failures = await Promise.allSettled([asked(), asked(), asked()]);
  expect(failures.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(packageCacheSize()).toEqual(before);
  expect(await blobStore().put(archive)).toBe(digest);
  expect((await asked()).digest).toBe(skillPackage.digest);
});

test("no more than 64 MiB are kept, the most recently used ones", async () => {
  const packages = Array.from({ length: 5 }, () => makePackage(15 * MEBIBYTE));
  const digests: string[] = [];
  for (const each of packages) digests.push(await store(each));
  const load = (at: number) => loadPackage(digests[at] ?? "", packages[at]?.digest ?? "");
  const first = await load(0);
  for (const at of [1, 2, 3]) await load(at);
  expect(await load(0)).toBe(first);
  const second = await load(1);
  await load(4);
  expect(packageCacheSize().bytes).toBeLessThanOrEqual(64 * MEBIBYTE);
  expect(await load(1)).toBe(second);
  expect(await load(0)).toBe(first);
  expect(packageCacheSize().packages).toBeLessThanOrEqual(4);
});
