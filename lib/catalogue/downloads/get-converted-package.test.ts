import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { env } from "@/lib/platform/config/env";
import { drainJobs } from "@/lib/platform/jobs/work";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { logger } from "@/lib/kernel/observability/logger";
import { readArchive, SKILL_ARCHIVE_LIMITS } from "@/lib/package";
import { CONVERSION_TARGETS } from "@/lib/skill-format";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { CONVERTER_VERSION } from "../../conversion/conversion-source";
import { convertVersion, getConvertedPackage } from "@/lib/catalogue/downloads/get-converted-package";

const database = testDatabase();
testBlobStore();

let versionId: string;

beforeAll(async () => {
  logger.level = "silent";
  ({ versionId } = await publishNow(buildSkillPackage({ name: "echo" }), await makeAccount()));
});

const rows = () => database().convertedPackage.findMany({ orderBy: { target: "asc" } });

describe("a version that was published", () => {
  it("is converted for every platform by a job, without anybody asking", async () => {
    expect(await database().job.count({ where: { kind: "convert_version" } })).toBe(1);
    const handlers = Object.entries(marketHandlers).filter(([kind]) => kind === "convert_version");
    await drainJobs(Object.fromEntries(handlers));
    expect((await rows()).map(({ target }) => target)).toEqual([...CONVERSION_TARGETS, "Plugin"].sort());
  });

  it("is not converted twice: the stored archive is given", async () => {
    const before = await rows();
    await convertVersion(versionId);
    expect(await rows()).toEqual(before);
    const [first] = before;
    const given = await getConvertedPackage(versionId, "ClaudeCode");
    expect(given?.archiveDigest).toBe(before.find(({ target }) => target === "ClaudeCode")?.archiveDigest);
    expect(first).toMatchObject({ converterVersion: CONVERTER_VERSION, packageDigest: given?.packageDigest });
  });

  it("gives an archive that holds what the package says", async () => {
    const given = await getConvertedPackage(versionId, "Cursor");
    const read = readArchive(given?.bytes ?? new Uint8Array(), SKILL_ARCHIVE_LIMITS);
    expect(read.ok && read.package.rootDirectory).toBe("echo");
    expect(read.ok && read.package.files.map(({ path }) => path)).toContain("emporion/run.sh");
  });
});

it("an archive asked for many times at once is made once, and where none is stored yet on the spot", async () => {
  await database().convertedPackage.deleteMany();
  const given = await Promise.all(
    Array.from({ length: 8 }, () => getConvertedPackage(versionId, "OpenClaw")),
  );
  expect(new Set(given.map((each) => each?.archiveDigest)).size).toBe(1);
  expect(await rows()).toHaveLength(1);
});

it("a stored archive that was damaged is made again from what was published", async () => {
  const [row] = await rows();
  const directory = new URL(env().BLOB_STORE).pathname;
  const hex = row?.archiveDigest.replace("sha256:", "") ?? "";
  const names = readdirSync(directory, { recursive: true }) as string[];
  const name = names.find((each) => each.endsWith(hex)) ?? "";
  chmodSync(`${directory}/${name}`, 0o644);
  writeFileSync(`${directory}/${name}`, "damaged");
  const given = await getConvertedPackage(versionId, "OpenClaw");
  expect(given?.archiveDigest).toBe(row?.archiveDigest);
});

it("a platform the skill does not name gives nothing, and makes nothing", async () => {
  const skill = buildSkillPackage({ name: "picky", frontMatter: { platform_compatibility: ["OpenClaw"] } });
  const picky = await publishNow(skill, await makeAccount());
  expect(await getConvertedPackage(picky.versionId, "Cursor")).toBeNull();
  expect(await getConvertedPackage(picky.versionId, "OpenClaw")).not.toBeNull();
  await expect(getConvertedPackage("ver_nowhere", "Cursor")).rejects.toMatchObject({
    code: "VERSION_NOT_FOUND",
  });
});

it("a skill whose file states no version gives the archives of both its versions", async () => {
  const account = await makeAccount();
  const skill = (body: string) => buildSkillPackage({ name: "unnumbered", version: null, body });
  const published = [await publishNow(skill("One."), account), await publishNow(skill("Two."), account)];
  for (const { versionId } of published) {
    const { version } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
    const given = await getConvertedPackage(versionId, "Cursor");
    const read = readArchive(given?.bytes ?? new Uint8Array(), SKILL_ARCHIVE_LIMITS);
    const file = read.ok && read.package.files.find(({ path }) => path === "emporion/manifest.json");
    const manifest = JSON.parse(new TextDecoder().decode(file ? file.bytes : undefined)) as object;
    expect(manifest).toMatchObject({ skill: { version } });
  }
});
