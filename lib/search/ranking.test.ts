import fs from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { searchSkills } from "@/lib/search/search-skills";
import { measureQuality, readQuestions, type Answered } from "@/lib/search/testing/recall";
import { refreshStatistics } from "@/lib/registry/statistics/refresh-statistics";
import { recountWords } from "@/lib/search/listing/renew-search-words";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

// Questions written before the ranking was, over the starter skills. No figure of it may fall.
testDatabase();
testBlobStore();
const CATALOGUE = "prisma/catalogue";
const questions = readQuestions(
  fs.readFileSync(path.join(import.meta.dirname, "testing/questions.jsonl"), "utf8"),
);
const answers: Answered[] = [];

beforeAll(async () => {
  const account = await makeAccount();
  for (const name of fs.readdirSync(CATALOGUE)) {
    const folder = path.join(CATALOGUE, name);
    if (fs.existsSync(path.join(folder, "SKILL.md"))) await publishNow(readPackage(folder), account);
  }
  await refreshStatistics(new Date());
  await recountWords();
  for (const question of questions) {
    const { rows } = await searchSkills({ q: question.q, limit: 10 });
    answers.push({ question, found: rows.map(({ slug }) => slug) });
  }
}, 300_000);

/** A skill of which everything that is searched is that of the starter skill; the rest is the usual of a test. */
function readPackage(folder: string) {
  const [, head = ""] = fs.readFileSync(path.join(folder, "SKILL.md"), "utf8").split(/^---$/m);
  const declared = parse(head) as Record<string, unknown>;
  const searched = ["tags", "capabilities", "category", "triggers"].map((name): [string, unknown] => [
    name,
    declared[name],
  ]);
  return buildSkillPackage({
    name: path.basename(folder),
    description: String(declared["description"]),
    frontMatter: Object.fromEntries(searched),
  });
}

const isUnread = (place: number) => place % 3 === 2;

test.each([
  ["read while tuning", (place: number) => !isUnread(place), 0.9, 0.85],
  ["left unread while tuning", isUnread, 0.8, 0.75],
] as const)("of the questions %s", (_, isIn, recall, mrr) => {
  const quality = measureQuality(answers.filter((__, place) => isIn(place)));
  expect(quality.questions).toBeGreaterThan(20);
  expect(quality.recall).toBeGreaterThanOrEqual(recall);
  expect(quality.mrr).toBeGreaterThanOrEqual(mrr);
});

test.each(["en", "zh", "ko"])("in %s", (lang) => {
  const quality = measureQuality(answers.filter(({ question }) => question.lang === lang));
  expect(quality.recall).toBeGreaterThanOrEqual(0.8);
  expect(quality.mrr).toBeGreaterThanOrEqual(0.75);
});

test("in another language than the text of the skill", () => {
  const quality = measureQuality(answers.filter(({ question }) => question.cross));
  expect(quality.recall).toBeGreaterThanOrEqual(0.8);
});
