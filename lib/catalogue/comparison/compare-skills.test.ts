import { beforeAll, expect, test } from "vitest";
import { compareSkills } from "@/lib/catalogue/comparison/compare-skills";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { yankVersion } from "@/lib/publishing/yank-version";
import { listLikeSkills } from "@/lib/search/search-skills";
import { makeAdministrator, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
const { publisher, publish } = testPublisher();

const first = uniqueName("first");
const second = uniqueName("second");
const closed = uniqueName("closed");

beforeAll(async () => {
  await publish({ name: first });
  await publish({ name: first, version: "1.1.0", frontMatter: { permissions: { network: true } } });
  await publish({ name: second });
  await publish({ name: closed });
  await quarantineSkill({ actor: await makeAdministrator(), skill: closed, reason: "It is looked at." });
});

test("each skill is exactly what its own page shows, in the order asked for", async () => {
  const clock = { now: () => new Date() };
  const { skills, refused } = await compareSkills([{ slugOrId: second }, { slugOrId: first }], clock);
  expect(skills).toEqual([await getSkill(second, { clock }), await getSkill(first, { clock })]);
  expect(refused).toEqual([]);
});

test("two versions of one skill stand side by side, the same version only once", async () => {
  const asked = [
    { slugOrId: first },
    { slugOrId: first, version: "1.0.0" },
    { slugOrId: first, version: "1.1.0" },
  ];
  const { skills } = await compareSkills(asked);
  expect(skills.map(({ version, isLatest }) => [version, isLatest])).toEqual([
    ["1.1.0", true],
    ["1.0.0", false],
  ]);
  expect(skills[0]?.access).not.toEqual(skills[1]?.access);
});

test("what is not there, or in quarantine, is named with its reason and never shown", async () => {
  const missing = uniqueName("missing");
  const { skills, refused } = await compareSkills([
    { slugOrId: missing },
    { slugOrId: closed },
    { slugOrId: second, version: "9.9.9" },
    { slugOrId: second },
  ]);
  expect(skills.map(({ slug }) => slug)).toEqual([second]);
  expect(refused).toEqual([
    { slugOrId: missing, code: "SKILL_NOT_FOUND" },
    { slugOrId: closed, code: "SKILL_QUARANTINED" },
    { slugOrId: second, version: "9.9.9", code: "VERSION_NOT_FOUND" },
  ]);
});

test("a withdrawn version stays in its column and says so", async () => {
  const name = uniqueName("withdrawn");
  await publish({ name });
  await publish({ name, version: "1.0.1" });
  await yankVersion({ actor: publisher(), skill: name, version: "1.0.0", reason: "Wrong." });
  const { skills } = await compareSkills([{ slugOrId: name, version: "1.0.0" }, { slugOrId: name }]);
  expect(skills.map(({ withdrawn }) => withdrawn)).toEqual([true, false]);
});

test("like skills are listed ones of the category, without those that are chosen already", async () => {
  const { category, capabilities } = await getSkill(first);
  const like = await listLikeSkills({ category, capabilities }, { limit: 50, except: [first] });
  expect(like.map(({ slug }) => slug)).toContain(second);
  expect(like.map(({ slug }) => slug)).not.toContain(first);
  expect(like.map(({ slug }) => slug)).not.toContain(closed);
  expect(like.every((row) => row.category === category)).toBe(true);
  expect(await listLikeSkills({ category, capabilities }, { limit: 1, except: [] })).toHaveLength(1);
  expect(await listLikeSkills({ category: null, capabilities: [] }, { limit: 5, except: [] })).toEqual([]);
  const capable = await listLikeSkills({ category: null, capabilities }, { limit: 50, except: [] });
  expect(capable.every((row) => row.capabilities.includes(capabilities[0] ?? ""))).toBe(true);
});
