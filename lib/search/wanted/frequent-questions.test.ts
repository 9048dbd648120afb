import { beforeAll, expect, test } from "vitest";
import { DAY_MS, fakeClock } from "@/lib/kernel/clock";
import type { CountedCaller } from "@/lib/identity/counted-caller";
import { searchSkills } from "@/lib/search/search-skills";
import { listFrequentQuestions } from "@/lib/search/wanted/shown-questions";
import { purgeAged } from "@/lib/db/purge-rows";
import type { SkillSearch } from "@/lib/search/views";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();

const TODAY = "2026-03-01T12:00:00Z";
const ask = (search: SkillSearch, caller: CountedCaller | null, clock = fakeClock(TODAY)) =>
  searchSkills(search, { clock, asker: () => Promise.resolve(caller) });
const suggested = (typed: string, now = TODAY) => listFrequentQuestions(typed, new Date(now));

/** Each from an address of its own, on the day and the two before it in turn. */
async function askOften(q: string, askers: number, clock = fakeClock(TODAY)): Promise<void> {
  for (let i = 1; i <= askers; i++) {
    const day = new Date(clock.now().getTime() - (i % 3) * DAY_MS);
    await ask({ q }, { address: `203.0.113.${i}` }, fakeClock(day));
  }
}

beforeAll(async () => {
  const publisher = await makeAccount();
  const description = "Tells the height of a quokka from a picture of it, 50% faster. Use it for quokkas.";
  await publishNow(buildSkillPackage({ name: "quokka-ruler", description }), publisher);
});

test("what three asked on three days is suggested, as it was typed, by its beginning in any case", async () => {
  await askOften("How tall is a Quokka", 2);
  expect(await suggested("how")).toEqual([]);
  await askOften("How tall is a Quokka", 3);
  for (const typed of ["how", "HOW  tall", "ｈow", " how tall is a quokka"])
    expect(await suggested(typed), typed).toEqual(["How tall is a Quokka"]);
  for (const typed of ["tall", "", " ", "how tall is a quokka?"])
    expect(await suggested(typed), typed).toEqual([]);
});

test("one who asks again, on other days too, makes no question of several people", async () => {
  const clock = fakeClock(TODAY);
  for (let day = 0; day < 4; day++, clock.advanceMs(DAY_MS))
    await ask({ q: "measure my quokka" }, { address: "203.0.113.1" }, clock);
  for (let i = 0; i < 5; i++)
    await ask({ q: "measure my quokka" }, { address: "203.0.113.1", agentName: `${i}` });
  await ask({ q: "measure my quokka" }, null);
  expect(await suggested("measure", "2026-03-05T00:00:00Z")).toEqual([]);
});

test("the most asked come first, and no more than three", async () => {
  for (const [i, q] of ["quokka a picture", "quokka height", "quokka picture", "quokka ruler"].entries())
    await askOften(q, 3 + i);
  expect(await suggested("quokka")).toEqual(["quokka ruler", "quokka picture", "quokka height"]);
});

test.each([
  ["what finds nothing", { q: "zebrafin" }],
  ["what looks personal", { q: "quokka someone@example.org" }],
  ["what has a filter", { q: "quokka free", price: "free" }],
])("%s is kept of nobody", async (_, search) => {
  for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) await ask(search, { address });
  expect(await database().foundQuery.count({ where: { displayQuery: search.q } })).toBe(0);
});

test("a sign of patterns in what is typed stands for itself", async () => {
  await askOften("50% quokka", 3);
  expect(await suggested("50%")).toEqual(["50% quokka"]);
  for (const typed of ["%", "_0", "5_%"]) expect(await suggested(typed), typed).toEqual([]);
});

test("after a month it is neither suggested nor kept", async () => {
  await askOften("old quokka", 3);
  expect(await suggested("old", "2026-03-28T23:59:00Z")).toEqual(["old quokka"]);
  expect(await suggested("old", "2026-03-29T00:00:00Z")).toEqual([]);
  await purgeAged("FoundQueries", new Date("2026-03-31T00:00:00Z"));
  expect(await database().foundQuery.count({ where: { query: "old quokka" } })).toBe(0);
});

test("no address is stored", async () => {
  await ask({ q: "secret quokka" }, { address: "203.0.113.77" });
  const rows = await database().foundQuery.findMany({ where: { query: "secret quokka" } });
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("203.0.113");
});
