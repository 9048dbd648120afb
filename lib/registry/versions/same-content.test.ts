import { beforeEach, expect, test } from "vitest";
import { makeOwner, type TestOwner } from "@/lib/log/events/notices/testing/owner";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { findSameContent } from "@/lib/registry/versions/find-version";
import { yankVersion } from "@/lib/publishing/yank-version";
import { makeAdministrator, testBlobStore, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();

let first: TestOwner;
let second: TestOwner;
/** A text that only the skills of one test have, with the name of each in it. */
let bodyOf: (name: string) => string;
beforeEach(async () => {
  [first, second] = [await makeOwner(), await makeOwner()];
  const mark = uniqueName("mark").replaceAll("-", "");
  const sentences = Array.from({ length: 20 }, (_, at) => `${mark}${at} gives text ${at} back.`).join(" ");
  bodyOf = (name) =>
    `# ${name}\n\n## 功能描述\n\n${sentences}\n\n## 使用示例\n\nText.\n\n## 注意事项\n\nNone.\n`;
});

async function publish(owner: TestOwner, more = {}) {
  const name = uniqueName();
  return { name, ...(await owner.publish({ name, body: bodyOf(name), ...more })) };
}

test("what another account publishes under another name leads to the earlier skill, whose owner is told once", async () => {
  const original = await publish(first);
  expect(await findSameContent(original)).toBeNull();
  const copy = await publish(second);
  expect(await findSameContent(copy)).toMatchObject({ slug: original.slug, skillId: original.skillId });
  expect(await findSameContent(original)).toBeNull();
  expect(await first.told()).toEqual([
    `${original.slug} → ${copy.slug}: the same content, by another account`,
  ]);
  expect(await first.lastText()).toContain(`/skills/${copy.slug}`);
  expect(await second.told()).toEqual([]);
  const again = await second.publish({ name: copy.name, body: bodyOf(copy.name), version: "1.0.1" });
  expect(await findSameContent(again)).toMatchObject({ slug: original.slug });
  expect(await first.told()).toHaveLength(1);
  expect(await database().sameContent.count({ where: { skillId: copy.skillId } })).toBe(1);
});

test("of several earlier ones it is the first, and each further copy is told by itself", async () => {
  const original = await publish(first);
  const copies = [await publish(second), await publish(await makeOwner())];
  for (const copy of copies) expect(await findSameContent(copy)).toMatchObject({ slug: original.slug });
  expect(await first.told()).toHaveLength(2);
  expect(await second.told()).toEqual([]);
});

test("the same account, another content, and what is gone from the market make no copy", async () => {
  const original = await publish(first);
  expect(await findSameContent(await publish(first))).toBeNull();
  const words = Array.from({ length: 200 }, (_, at) => `word${at} of ${uniqueName()}`).join(" ");
  expect(await findSameContent(await publish(second, { files: { "notes.md": words } }))).toBeNull();
  const [withdrawn, copy] = [await publish(first, { files: { "a.md": "a" } }), { files: { "a.md": "a" } }];
  await yankVersion({ actor: first.actor, skill: withdrawn.slug, version: "1.0.0", reason: "It is wrong." });
  expect(await findSameContent(await publish(second, copy))).toMatchObject({
    slug: original.slug,
    isExact: false,
  });
  const found = await publish(second);
  expect(await findSameContent(found)).toMatchObject({ slug: original.slug });
  const reason = "It harms.";
  await quarantineSkill({ actor: await makeAdministrator(), skill: original.slug, reason });
  expect(await findSameContent(found)).not.toMatchObject({ slug: original.slug });
});

test("nearly the same is found from the earlier one, which is told of nothing and is no copy of its copy", async () => {
  const original = await publish(first);
  const name = uniqueName();
  const body = bodyOf(name).replace("None.", "None,  so far.");
  const copy = await second.publish({ name, body });
  expect(await findSameContent({ versionId: copy.versionId })).toMatchObject({
    slug: original.slug,
    isExact: false,
  });
  expect(await findSameContent(original)).toBeNull();
  expect(await first.told()).toEqual([]);
  const next = await first.publish({
    name: original.name,
    version: "1.0.1",
    body: bodyOf(original.name).replace("None.", "None yet."),
  });
  expect(await findSameContent(next)).toBeNull();
});

test.each([["private"], ["call_only"]] as const)(
  "a skill that is %s is not told of by its content",
  async (access) => {
    const hidden = await publish(first);
    await database().skill.update({ where: { id: hidden.skillId }, data: { access } });
    expect(await findSameContent(await publish(second))).toBeNull();
  },
);

test("packages too small to be anybody's are nobody's copies", async () => {
  const small = { body: "# Echo\n\n## 功能描述\n\nA.\n\n## 使用示例\n\nB.\n\n## 注意事项\n\nC.\n" };
  await publish(first, small);
  expect(await findSameContent(await publish(second, small))).toBeNull();
});
