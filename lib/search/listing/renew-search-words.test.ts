import { expect, test } from "vitest";
import { drainJobs } from "@/lib/platform/jobs/work";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { renewSearchWords } from "@/lib/search/listing/renew-search-words";
import { yankVersion } from "@/lib/publishing/yank-version";
import { WORDS_EDITION } from "@/lib/search/listing/derive-listing";
import { searchSkills } from "@/lib/search/search-skills";
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

const found = async (q: string) => (await searchSkills({ q: `${q} ` })).rows.map(({ slug }) => slug);
const wordsOf = (id: string) =>
  database().skill.findUniqueOrThrow({
    where: { id },
    select: { nameTokens: true, topicTokens: true, searchTokens: true, wordsEdition: true, updatedAt: true },
  });

/** A published skill about cookies, stored as a market of before has it. */
async function storedBefore(): Promise<{ skillId: string; slug: string }> {
  const owner = await getActorOf((await makeAccount()).username);
  const description = "Lists the cookie of every address that is asked for.";
  const { skillId, slug } = await publishNow(
    buildSkillPackage({ name: uniqueName("jar"), description }),
    owner,
  );
  const searchTokens = ["=jar", "jar", "address"];
  await database().skill.update({ where: { id: skillId }, data: { searchTokens, wordsEdition: 0 } });
  return { skillId, slug };
}

test("a skill stored under the words of before is found after the job, and a second run changes nothing", async () => {
  const { skillId, slug } = await storedBefore();
  expect([await found("cookies"), await found("jar")]).toEqual([[], [slug]]);
  for (const [id, query] of [
    ["wnt_cookies", "cookies"],
    ["wnt_other", "cooks"],
  ] as const) {
    const at = new Date();
    const asked = {
      kind: "keyword",
      query,
      displayQuery: query,
      searches: 1,
      firstAskedAt: at,
      lastAskedAt: at,
    };
    await database().wanted.create({ data: { id, ...asked } });
  }
  await database().job.create({ data: { id: "job_words", kind: "renew_search_words", payload: {} } });
  await drainJobs(marketHandlers);
  expect([await found("cookies"), await found("jar")]).toEqual([[slug], [slug]]);
  const renewed = await wordsOf(skillId);
  expect(renewed.wordsEdition).toBe(WORDS_EDITION);
  const wishes = await database().wanted.findMany({ orderBy: { id: "asc" } });
  expect(wishes.map(({ matchedSkillId }) => matchedSkillId)).toEqual([skillId, null]);
  expect(await renewSearchWords()).toBe(0);
  expect(await wordsOf(skillId)).toEqual(renewed);
});

test("what is published bears the edition of its words", async () => {
  const { skillId } = await publishNow(buildSkillPackage(), await makeAccount());
  expect((await wordsOf(skillId)).wordsEdition).toBe(WORDS_EDITION);
  expect(await renewSearchWords()).toBe(0);
});

test("a run does only so many; the next goes on where it ended, also after an end in between", async () => {
  for (let n = 0; n < 3; n++) await storedBefore();
  expect(await renewSearchWords({ signal: AbortSignal.abort() })).toBe(0);
  expect(await renewSearchWords({ most: 2 })).toBe(2);
  expect(await renewSearchWords({ most: 2 })).toBe(1);
  expect(await renewSearchWords({ most: 2 })).toBe(0);
});

test("a skill that cannot be listed keeps no other from it, and one that is off the lists stays off", async () => {
  const broken = await storedBefore();
  const { latestVersionId } = await database().skill.findUniqueOrThrow({ where: { id: broken.skillId } });
  const { manifest } = await database().skillVersion.findUniqueOrThrow({ where: { id: latestVersionId! } });
  const whole = await storedBefore();
  const account = await makeAccount();
  const withdrawn = await publishNow(buildSkillPackage(), account);
  const actor = await getActorOf(account.username);
  await yankVersion({ actor, skill: withdrawn.slug, version: "1.0.0", reason: "Old." });
  await database().skill.update({ where: { id: withdrawn.skillId }, data: { wordsEdition: 0 } });
  await database().skillVersion.update({ where: { id: latestVersionId! }, data: { manifest: {} } });
  expect(await renewSearchWords()).toBe(1);
  expect((await wordsOf(whole.skillId)).wordsEdition).toBe(WORDS_EDITION);
  expect((await wordsOf(broken.skillId)).wordsEdition).toBe(0);
  expect((await wordsOf(withdrawn.skillId)).wordsEdition).toBe(0);
  await database().skillVersion.update({ where: { id: latestVersionId! }, data: { manifest: manifest! } });
  expect(await renewSearchWords()).toBe(1);
});
