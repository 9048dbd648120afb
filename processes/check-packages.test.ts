import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { blobKey } from "@/lib/blobs/blob-store";
import { directoryBlobStore } from "@/lib/blobs/directory-blob-store";
import { buildSkillPackage, makeAccount, publishNow } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { buildProcesses } from "@/lib/testing/build-processes";

const database = testDatabase();
const store = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-packages-"));
afterAll(() => fs.rmSync(store, { recursive: true }));

const run = await buildProcesses("check-packages");
const check = () => run("check-packages", [], { BLOB_STORE: `file:${store}` });

test("packages that a restored store does not have, or not whole, are named", async () => {
  const author = await makeAccount();
  const [gone, damaged] = [
    await publishNow(buildSkillPackage(), author),
    await publishNow(buildSkillPackage({ name: "another-skill" }), author),
  ];
  const digests = await database().skillVersion.findMany({ include: { skill: true } });
  const { blobStore } = await import("@/lib/blobs/current-blob-store");
  const here = directoryBlobStore(store);
  for (const { archiveDigest } of digests) await here.put(await blobStore().get(archiveDigest));
  expect(check()).toMatchObject({ status: 0, stdout: "2 packages checked, 0 missing or damaged\n" });

  const missing = run("check-packages", [], { BLOB_STORE: `file:${store}-of-nobody` });
  expect([missing.status, missing.stdout]).toEqual([1, ""]);
  expect(missing.stderr.trim().split("\n")).toEqual([expect.stringContaining("holds none of the packages")]);

  const placeOf = (slug: string) => {
    const stored = digests.find(({ skill }) => skill.slug === slug);
    return path.join(store, blobKey(stored?.archiveDigest ?? ""));
  };
  fs.rmSync(placeOf(gone.slug));
  fs.appendFileSync(placeOf(damaged.slug), "x");
  const { status, stdout } = check();
  expect(status).toBe(1);
  for (const { slug } of [gone, damaged]) expect(stdout).toContain(`missing or damaged: ${slug}@`);
  expect(stdout).toContain("2 packages checked, 2 missing or damaged");
});
