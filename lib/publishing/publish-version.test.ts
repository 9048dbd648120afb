import { describe, expect, test } from "vitest";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { listFiles, readArchiveOfVersion } from "@/lib/registry/packages/read-package";
import { publishVersion } from "@/lib/publishing/publish-version";
import { readPackageFile } from "@/lib/catalogue/skill-page/read-package-file";
import { readArchive } from "@/lib/package";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { refusal } from "@/lib/testing/refusal";
import { buildSkillPackage, getActorOf, publishNow, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { publisher, upload, publish } = testPublisher();

test.each(["Emporion", "emporion.bot", "Emp0rion"])("no agent of an account is called %s", async (name) => {
  const request = { actor: await getActorOf(publisher().username), package: buildSkillPackage() };
  const publishing = publishVersion({ ...request, source: "json_content", authorAgent: { name } });
  expect((await refusal(publishing)).code).toBe("AGENT_AUTHOR_INVALID");
});

describe("a first version", () => {
  test("is stored with its files, vetted, published and readable, byte by byte", async () => {
    const name = uniqueName();
    const skillPackage = buildSkillPackage({ name });
    const { versionId, slug, version } = await publishNow(skillPackage, publisher());
    expect([slug, version]).toEqual([name, "1.0.0"]);
    const skill = await getSkill(name);
    expect(skill).toMatchObject({
      slug: name,
      version: "1.0.0",
      publisher: publisher().username,
      auditState: "Unverified",
      trustLevel: "community",
      claimStatus: "registered",
      vettingStatus: "approved",
      priceLamports: "0",
      runnable: true,
      runtime: "python3",
      packageDigest: skillPackage.digest,
      spec: "v3",
      isLatest: true,
      examplesTotal: 1,
      contentLanguage: "en",
    });
    expect(skill.convertsTo).toHaveLength(7);
    expect(skill.vetting.reportDigest).toMatch(/^sha256:/);
    expect((await listFiles(versionId)).map(({ path }) => path)).toEqual(["SKILL.md", "scripts/main.py"]);
    const script = await readPackageFile(versionId, "scripts/main.py");
    expect(Buffer.from(script.bytes).toString()).toContain("json.dump");
    const archive = readArchive((await readArchiveOfVersion(versionId)).bytes);
    expect(archive).toMatchObject({
      ok: true,
      package: { digest: skillPackage.digest, rootDirectory: name },
    });
  });

  test("is not shown before vetting has approved it", async () => {
    const name = uniqueName();
    await upload({ name });
    expect((await refusal(getSkill(name))).code).toBe("SKILL_NOT_FOUND");
  });

  test("without a version in the file gets 0.0.1, and later uploads the next patches", async () => {
    const name = uniqueName();
    const versions = [];
    for (const body of ["one", "two", "three"])
      versions.push((await publish({ name, version: null, body })).version);
    expect(versions).toEqual(["0.0.1", "0.0.2", "0.0.3"]);
    expect((await getSkill(name)).manifest.version.raw).toBe("0.0.3");
  });
});

test("an upload writes its events and its vetting job in the same transaction", async () => {
  const name = uniqueName();
  const { versionId, skillId } = await publish({ name });
  const events = await database().event.findMany({
    where: { subjectId: { in: [versionId, skillId] } },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ kind }) => kind).sort()).toEqual([
    "skill:created",
    "version:published",
    "version:uploaded",
  ]);
});

test.each(["constructor", "__proto__"])(
  "of an entry point that ends in .%s the language is not known",
  async (extension) => {
    const file = `scripts/main.${extension}`;
    const { slug } = await publish({
      frontMatter: {
        interface: { type: "cli", runtime: "any", entry_point: file, call_pattern: "stdin_stdout" },
      },
      files: { [file]: "print(1)\n" },
    });
    expect((await getSkill(slug)).runnable).toBe(false);
  },
);
