import { expect, test } from "vitest";
import { previewVersion } from "@/lib/publishing/preview-version";
import { publishVersion } from "@/lib/publishing/publish-version";
import { yankVersion } from "@/lib/publishing/yank-version";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { assemblePackage } from "@/lib/package";
import { buildSkillPackage, makeAccount, publishNow, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

const database = testDatabase();
const { publisher, publish, upload } = testPublisher();

const countVersions = (slug: string) => database().skillVersion.count({ where: { skill: { slug } } });

test("the same files are no new version, also those of an older one, and the answer names it", async () => {
  const name = uniqueName();
  const first = { name, version: null };
  await publish(first);
  const said = `The same files are already published as ${name} 0.0.1: nothing has to be done. A new version needs a changed file.`;
  expect(await refusal(upload(first))).toMatchObject({
    code: "VERSION_NOT_HIGHER",
    message: said,
    details: { sameVersion: "0.0.1" },
  });
  const skillPackage = buildSkillPackage(first);
  const preview = await previewVersion({ ...publisher(), package: skillPackage, priceLamports: null });
  expect(preview).toMatchObject({ ok: false, message: said });
  await publish({ ...first, body: "Another text." });
  expect(await refusal(upload(first))).toMatchObject({ details: { sameVersion: "0.0.1" } });
  expect(await countVersions(name)).toBe(2);
});

test("files that wait for their vetting are no new version either", async () => {
  const name = uniqueName();
  await upload({ name, version: null });
  const { message } = await refusal(upload({ name, version: null }));
  expect(message).toContain(`already uploaded as ${name} 0.0.1`);
});

test("what was withdrawn may come again, and another file that may be run is a change", async () => {
  const name = uniqueName();
  const files = (executable: boolean) => {
    const skillPackage = buildSkillPackage({ name, version: null, files: { "run.sh": "echo hi\n" } });
    return {
      ...skillPackage,
      files: skillPackage.files.map((file) => (file.path === "run.sh" ? { ...file, executable } : file)),
    };
  };
  await publishNow(files(false), publisher());
  expect((await publishNow(files(true), publisher())).version).toBe("0.0.2");
  const again = publishVersion({ actor: publisher(), package: files(true), source: "multipart" });
  expect(await refusal(again)).toMatchObject({ details: { sameVersion: "0.0.2" } });
  await yankVersion({ actor: publisher(), skill: name, version: "0.0.2", reason: "It was too early." });
  expect((await publishNow(files(true), publisher())).version).toBe("0.0.3");
});

test("of another account they are a taken name", async () => {
  const name = uniqueName();
  await publish({ name, version: null });
  expect(await refusal(upload({ name, version: null }, await makeAccount()))).toMatchObject({
    code: "SKILL_NAME_TAKEN",
  });
});

test("a date with hyphens is read as the release that it means", async () => {
  const name = uniqueName();
  const dated = (version: string) => {
    const bytes = Buffer.from(
      `---\nname: ${name}\nversion: ${version}\ndescription: Counts words in a text.\n---\nCount.\n`,
    );
    return assemblePackage([{ path: "SKILL.md", bytes }]);
  };
  const given = async (version: string) => (await publishNow(dated(version), publisher())).version;
  expect(await given("2026-01-05")).toBe("2026.1.5");
  expect(await given("2026-11-29")).toBe("2026.11.29");
  const { message } = await refusal(given("2026-02-01"));
  expect(message).toContain("2026.2.1 is not higher than 2026.11.29");
});
