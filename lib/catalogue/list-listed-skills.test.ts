import { expect, test } from "vitest";
import { fakeClock } from "@/lib/kernel/clock";
import { searchSkills } from "@/lib/search/search-skills";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { countSkillParts, listListedSkills } from "@/lib/catalogue/list-new-versions";
import { withoutLifecycle } from "@/lib/testing/without-lifecycle";

testDatabase();
testBlobStore();

test("lists what search lists: neither held versions nor drafts past their time", async () => {
  const publisher = await makeAccount();
  const publish = async (parts: Parameters<typeof buildSkillPackage>[0]) => {
    const name = uniqueName();
    await publishNow(buildSkillPackage({ name, ...parts }), publisher);
    return name;
  };
  const listed = await publish({});
  const held = await publish({ version: "1.0", frontMatter: { version: "1.0" } });
  const draft = await publish({});
  const late = await publish({});
  const now = new Date("2030-01-01T00:00:00Z");
  const claim = (slug: string, claimExpiresAt: string) =>
    withoutLifecycle("Skills", (tx) =>
      tx.skill.update({ where: { slug }, data: { claimStatus: "draft", claimExpiresAt } }),
    );
  await claim(draft, "2030-01-02T00:00:00Z");
  await claim(late, "2029-12-31T00:00:00Z");

  const clock = fakeClock(now);
  const names = (await listListedSkills(1, clock)).map(({ slug }) => slug);
  expect(names).toEqual([listed, draft].sort());
  expect(names).not.toContain(held);
  const found = (await searchSkills({}, { clock })).rows.map(({ slug }) => slug);
  expect(found.sort()).toEqual(names);
  expect(await countSkillParts(clock)).toBe(1);
  expect(await listListedSkills(2, clock)).toEqual([]);
});
