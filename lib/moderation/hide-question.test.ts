import { beforeAll, expect, test } from "vitest";
import { readRevision, CATALOGUE } from "@/lib/registry/revisions/revisions";
import { getHome } from "@/lib/catalogue/get-home";
import { listWanted } from "@/lib/catalogue/list-wanted";
import { searchSkills } from "@/lib/search/search-skills";
import { hideQuestion, listQuestions, showQuestion } from "@/lib/moderation/hide-question";
import { listFrequentQuestions } from "@/lib/search/wanted/shown-questions";
import { DAY_MS, systemClock } from "@/lib/kernel/clock";
import type { Actor } from "@/lib/identity/actor";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();

const WISH = "Juggle Seven Hats";
const FOUND = "wombat counter";
let administrator: Actor;

async function askByMany(q: string): Promise<void> {
  for (const i of [0, 1, 2]) {
    const now = new Date(systemClock.now().getTime() - i * DAY_MS);
    const asker = () => Promise.resolve({ address: `203.0.113.${i + 1}` });
    await searchSkills({ q }, { clock: { now: () => now }, asker });
  }
}

/** Where people are shown it. */
async function placesOf(question: string): Promise<string[]> {
  const now = systemClock.now();
  const [home, wanted, frequent, { shown }] = await Promise.all([
    getHome(systemClock, "en"),
    listWanted({ matched: true }),
    listFrequentQuestions(question.slice(0, 4), now),
    listQuestions(administrator),
  ]);
  const places = {
    home: home.wanted.map(({ query }) => query),
    wanted: wanted.map(({ query }) => query),
    suggestions: frequent,
    administration: shown,
  };
  return Object.entries(places).flatMap(([place, all]) => (all.includes(question) ? [place] : []));
}

beforeAll(async () => {
  administrator = await makeAdministrator();
  const description = "Counts wombats. A wombat counter for fields.";
  await publishNow(buildSkillPackage({ name: "wombat-counter", description }), await makeAccount());
  await askByMany(WISH);
  await askByMany(FOUND);
});

test.each([
  [WISH, ["home", "wanted", "administration"]],
  [FOUND, ["suggestions", "administration"]],
])("a question that is taken away, %s, is nowhere, until it is given back", async (question, places) => {
  expect(await placesOf(question)).toEqual(places);
  const before = await readRevision(CATALOGUE);
  await hideQuestion({
    actor: administrator,
    question: ` ${question.toUpperCase()}  `,
    reason: "It insults.",
  });
  expect(await readRevision(CATALOGUE)).not.toBe(before);
  await askByMany(question);
  expect(await placesOf(question)).toEqual([]);
  const { hidden } = await listQuestions(administrator);
  expect(hidden).toMatchObject([{ query: question.toLowerCase(), reason: "It insults." }]);
  await showQuestion({ actor: administrator, question, reason: "It does not." });
  expect(await placesOf(question)).toEqual(places);
});

test("both acts are on record, with who did them and why, and not in the public log", async () => {
  const question = "what nobody asked yet";
  await hideQuestion({ actor: administrator, question, reason: "It will be asked." });
  await showQuestion({ actor: administrator, question, reason: "It was not." });
  const events = await database().event.findMany({
    where: { subjectId: question },
    orderBy: { occurredAt: "asc" },
  });
  expect(events).toMatchObject([
    {
      kind: "question:hidden",
      actor: administrator.accountId,
      data: { question, reason: "It will be asked." },
    },
    { kind: "question:shown", actor: administrator.accountId, data: { question, reason: "It was not." } },
  ]);
  expect(await database().logEntry.count({ where: { subjectId: question } })).toBe(0);
});

test.each([
  [
    "nobody but an administrator",
    async () => getActorOf((await makeAccount()).username),
    {},
    "PERMISSION_DENIED",
  ],
  ["no reason", async () => administrator, { reason: " " }, "REQUEST_INVALID"],
  ["no question", async () => administrator, { question: "  " }, "REQUEST_INVALID"],
  ["a question that is too long", async () => administrator, { question: "x".repeat(81) }, "REQUEST_INVALID"],
  ["one that is not taken away", async () => administrator, {}, "DECISION_NOT_POSSIBLE"],
])("refused: %s", async (_, actor, given, code) => {
  const request = { actor: await actor(), question: "nobody's question", reason: "Why.", ...given };
  expect((await refusal(showQuestion(request))).code).toBe(code);
  if (code === "DECISION_NOT_POSSIBLE") await hideQuestion(request);
  expect((await refusal(hideQuestion(request))).code).toBe(code);
});
