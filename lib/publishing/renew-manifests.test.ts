import { expect, test } from "vitest";
import { searchSkills } from "@/lib/search/search-skills";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { drainJobs } from "@/lib/platform/jobs/work";
import { renewManifests } from "@/lib/publishing/renew-manifests";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["RUNNER"] = "disabled";
const database = testDatabase();
testBlobStore();

const ACCESSES = ["network", "filesystem", "subprocess", "secrets"] as const;

/** What the filters find a skill without. */
async function foundWithout(slug: string): Promise<string[]> {
  const found = await Promise.all(
    ACCESSES.map(async (access) => (await searchSkills({ q: slug, without: [access] })).rows),
  );
  return ACCESSES.filter((_, at) => found[at]?.some((row) => row.slug === slug));
}

async function publish(frontMatter: Record<string, unknown>): Promise<{ slug: string; skillId: string }> {
  const owner = await getActorOf((await makeAccount()).username);
  return publishNow(buildSkillPackage({ name: uniqueName("say"), frontMatter }), owner);
}

/** Without the marks of USK, it is a plain Agent Skill. */
const PLAIN = { spec: undefined, interface: undefined };

test.each([
  ["a plain skill that declares nothing", { ...PLAIN, permissions: undefined }, []],
  [
    "a plain skill that declares some",
    { ...PLAIN, permissions: { network: false, subprocess: true } },
    ["network"],
  ],
  [
    "a plain skill that denies everything",
    { ...PLAIN, permissions: { network: false, filesystem: false, subprocess: false, env_vars: [] } },
    ["network", "filesystem", "subprocess", "secrets"],
  ],
  [
    "a skill whose format denies, as the sandbox enforces",
    { permissions: {} },
    ["network", "filesystem", "secrets"],
  ],
  ["one whose format denies, and that is not run here", { interface: { type: "http" }, permissions: {} }, []],
])("filters find %s without what is declared", async (_, frontMatter, without) => {
  const { slug } = await publish(frontMatter);
  expect(await foundWithout(slug)).toEqual(without);
});

test("a manifest of before says nothing until the job has read it anew, and is then what it was", async () => {
  const { slug, skillId } = await publish({ permissions: { network: false } });
  const before = await getSkill(slug);
  const { origins, ...stored } = before.manifest;
  await database().skillVersion.update({
    where: { id: before.versionId },
    data: { manifest: JSON.parse(JSON.stringify(stored)) as object, manifestEdition: 0 },
  });
  const needs = { needsNetwork: true, needsFilesystem: true, needsSubprocess: true, needsSecrets: true };
  await database().skill.update({ where: { id: skillId }, data: needs });
  expect((await getSkill(slug)).access).toMatchObject({ network: null, filesystem: null, envVars: null });
  expect(await foundWithout(slug)).toEqual([]);

  await database().job.create({ data: { id: "job_manifests", kind: "renew_manifests", payload: {} } });
  await drainJobs(marketHandlers);
  const after = await getSkill(slug);
  expect(after.manifest).toEqual(before.manifest);
  expect(after.manifest.origins).toEqual(origins);
  expect(await foundWithout(slug)).toEqual(["network", "filesystem", "secrets"]);
  expect(await renewManifests()).toBe(0);
});

test("what stands under metadata is added to a manifest that was stored before it was read", async () => {
  const openclaw = { requires: { env: ["A_KEY"], bins: ["jq"] } };
  const { slug } = await publish({ ...PLAIN, permissions: undefined, metadata: { author: "me", openclaw } });
  const before = await getSkill(slug);
  expect(before.manifest.fromMetadata).toMatchObject({
    author: "me",
    openClaw: { env: ["A_KEY"], bins: ["jq"] },
  });
  expect(before.access.envVars).toEqual(["A_KEY"]);
  const { fromMetadata: _, ...stored } = before.manifest;
  const older = { ...stored, permissions: { ...stored.permissions, envVars: [] } };
  await database().skillVersion.update({
    where: { id: before.versionId },
    data: { manifest: JSON.parse(JSON.stringify(older)) as object, manifestEdition: 1 },
  });
  expect(await renewManifests()).toBe(1);
  expect((await getSkill(slug)).manifest).toEqual(before.manifest);
});

test("why it cannot be called is read from a package that was stored before", async () => {
  const { slug } = await publish({});
  const missing = buildSkillPackage({
    name: uniqueName("say"),
    files: { "scripts/main.py": "import requests\n" },
  });
  const other = await publishNow(missing, await makeAccount());
  const data = { manifestEdition: 2, runnable: true, obstacles: [] };
  await database().skillVersion.updateMany({ data });
  await renewManifests();
  expect((await getSkill(slug)).obstacles).toEqual([]);
  const { runnable, obstacles } = await getSkill(other.slug);
  expect([runnable, obstacles]).toEqual([false, [{ code: "CALL_MODULE", names: ["requests"] }]]);
});
