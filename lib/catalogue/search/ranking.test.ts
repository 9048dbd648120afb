import fs from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { searchSkills } from "@/lib/catalogue/search/search-skills";
import { measureQuality, readQuestions, type Answered } from "@/lib/catalogue/search/testing/recall";
import { assemblePackage } from "@/lib/package";
import { refreshStatistics } from "@/lib/registry/statistics/refresh-statistics";
import { makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
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
  for (const question of questions) {
    const { rows } = await searchSkills({ q: question.q, limit: 10 });
    answers.push({ question, found: rows.map(({ slug }) => slug) });
  }
}, 300_000);

function readPackage(folder: string) {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile());
  return assemblePackage(
    files.map((file) => {
      const place = path.join(file.parentPath, file.name);
      return { path: path.relative(folder, place), bytes: fs.readFileSync(place) };
    }),
  );
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
