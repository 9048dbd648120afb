import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { directoryBlobStore } from "@/lib/platform/blobs/directory-blob-store";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { buildSkillPackage, makeAccount, makeAdministrator, publishNow } from "@/lib/testing/builders";
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
  const { blobStore } = await import("@/lib/platform/blobs/current-blob-store");
  const here = directoryBlobStore(store);
  for (const { archiveDigest } of digests) await here.put(await blobStore().get(archiveDigest));
  expect(check()).toMatchObject({
    status: 0,
    stdout: "2 packages checked, 0 missing or damaged, 0 with names that are refused\n",
  });

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

test("versions that were published before a name was refused are named until they are in quarantine", async () => {
  const { slug, skillId } = await publishNow(buildSkillPackage({ name: "older-skill" }), await makeAccount());
  const { id: versionId } = await database().skillVersion.findFirstOrThrow({ where: { skillId } });
  const file = { sha256: "0".repeat(64), sizeBytes: 1, isText: true };
  await database().packageFile.create({ data: { versionId, path: ".vscode/tasks.json", ...file } });
  const line = `holds what no package may: ${slug}@1.0.0, .vscode/tasks.json: ".vscode" begins with a dot`;
  const before = check();
  expect([before.status, before.stdout]).toEqual([1, expect.stringContaining(line)]);
  await quarantineSkill({ actor: await makeAdministrator(), skill: slug, reason: "It holds settings." });
  expect(check().stdout).not.toContain("holds what no package may");
});
