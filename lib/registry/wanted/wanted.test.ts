import { describe, expect, test } from "vitest";
import { DAY_MS, fakeClock } from "@/lib/kernel/clock";
import type { CountedCaller } from "@/lib/identity/counted-caller";
import { newId } from "@/lib/kernel/ids";
import { listWanted } from "@/lib/catalogue/list-wanted";
import { quarantineSkill } from "@/lib/moderation/quarantine-skill";
import type { SkillSearch } from "@/lib/registry/wanted/search-views";
import { forgetAged } from "@/lib/db/forget-rows";
import { searchSkills } from "@/lib/catalogue/search/search-skills";
import {
  buildSkillPackage,
  makeAccount,
  makeAdministrator,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();

const start = "2026-03-01T12:00:00Z";
const ask = (search: SkillSearch, caller: CountedCaller | null, clock = fakeClock(start)) =>
  searchSkills(search, { clock, asker: () => Promise.resolve(caller) });
const at = (address: string, rest: Partial<CountedCaller> = {}): CountedCaller => ({ address, ...rest });
const countOf = async (query: string) => {
  const rows = await listWanted({ matched: true, days: 90 }, fakeClock(start));
  return rows.find((row) => row.query.toLowerCase() === query)?.searches ?? 0;
};
const word = () => uniqueName("wish").replace("-", "");

describe("a search without result is counted once", () => {
  test("for an address and a UTC day, however it is spelt", async () => {
    const q = word();
    await ask({ q }, at("203.0.113.1"));
    await ask({ q: ` ${q.toUpperCase()} ` }, at("203.0.113.1"));
    expect(await countOf(q)).toBe(1);
    await ask({ q }, at("203.0.113.2"));
    await ask({ q }, at("203.0.113.1"), fakeClock("2026-03-02T00:00:00Z"));
    expect(await countOf(q)).toBe(3);
  });

  test("for an account, wherever it is", async () => {
    const q = word();
    await ask({ q }, at("203.0.113.1", { accountId: "acc_1" }));
    await ask({ q }, at("203.0.113.9", { accountId: "acc_1" }));
    await ask({ q }, at("203.0.113.9", { accountId: "acc_2" }));
    expect(await countOf(q)).toBe(2);
  });

  test("for an agent, wherever it is; names made up at one address add nothing", async () => {
    const q = word();
    await ask({ q }, at("203.0.113.1", { agentName: "claude" }));
    await ask({ q }, at("203.0.113.2", { agentName: "Claude" }));
    expect(await countOf(q)).toBe(1);
    for (let i = 0; i < 5; i++) await ask({ q }, at("203.0.113.1", { agentName: `made-up-${i}` }));
    expect(await countOf(q)).toBe(1);
  });

  test("exactly, when forty processes ask at the same time", async () => {
    const q = word();
    const callers = Array.from({ length: 40 }, (_, i) => at(`203.0.113.${i % 4}`));
    await Promise.all(callers.map((caller) => ask({ q }, caller)));
    expect(await countOf(q)).toBe(4);
    const { id } = await database().wanted.findFirstOrThrow({ where: { query: q } });
    expect(await database().wantedSearch.count({ where: { wantedId: id } })).toBe(4);
  });
});

test("crawlers, other conditions, personal texts and half-typed words are no demand", async () => {
  const q = word();
  await ask({ q }, null);
  await ask({ q, language: ["ko"] }, at("203.0.113.1"));
  await ask({ q, capability: "x" }, at("203.0.113.1"));
  await ask({ q: "someone@example.org" }, at("203.0.113.1"));
  await searchSkills({ q });
  expect(await countOf(q)).toBe(0);
  expect((await ask({ q: "someone@example.org" }, at("203.0.113.1"))).counted).toBe(false);
  expect((await ask({ q }, null)).counted).toBe(false);
  const other = word();
  expect((await ask({ q: other }, at("203.0.113.1"))).counted).toBe(true);
  expect(await countOf("someone@example.org")).toBe(0);
});

test("a mistyped name of what is there is no demand; a word that only looks like one is", async () => {
  const publisher = await makeAccount();
  const add = (name: string, description: string) =>
    publishNow(buildSkillPackage({ name, description }), publisher);
  await add("invoice-extractor", "Reads scanned invoices. Use it for help with a docket.");
  const caller = at("203.0.113.1");
  for (const q of ["invocie", "Invoce extractor", "invocie unicorn"]) {
    await ask({ q }, caller);
    expect(await countOf(q.toLowerCase()), q).toBe(0);
  }
  // One letter from a word of the text, and too short to say.
  for (const q of ["docker", "helm"]) {
    await ask({ q }, caller);
    expect(await countOf(q), q).toBe(1);
  }
});

test("no address is stored, and its hash says nothing the next day", async () => {
  const q = word();
  const clock = fakeClock(start);
  await ask({ q }, at("203.0.113.77"), clock);
  clock.advanceMs(DAY_MS);
  await ask({ q }, at("203.0.113.77"), clock);
  const rows = await database().wantedSearch.findMany({ where: { wanted: { query: q } } });
  expect(new Set(rows.map(({ addressHash }) => addressHash)).size).toBe(2);
  expect(JSON.stringify(rows)).not.toContain("203.0.113.77");
});

describe("a wish is matched", () => {
  test("by the next approved upload that answers it, and the match is on record", async () => {
    const publisher = await makeAccount();
    const wanted = word();
    await ask({ q: wanted }, at("203.0.113.1"), fakeClock(new Date()));
    const name = `${wanted}-census`;
    const { versionId } = await publishNow(buildSkillPackage({ name }), publisher);
    expect((await listWanted()).some(({ query }) => query === wanted)).toBe(false);
    const row = (await listWanted({ matched: true })).find(({ query }) => query === wanted);
    expect(row?.matchedSlugs).toEqual([name]);
    expect(await database().wantedMatch.findFirst({ where: { versionId } })).toMatchObject({ versionId });
  });

  test("by capability, and its name disappears while the skill is in quarantine", async () => {
    const publisher = await makeAccount();
    const capability = word();
    await ask({ capability }, at("203.0.113.1"), fakeClock(new Date()));
    const name = uniqueName();
    await publishNow(buildSkillPackage({ name, frontMatter: { capabilities: [capability] } }), publisher);
    const find = async () =>
      (await listWanted({ matched: true, kind: "capability" })).find((r) => r.query === capability);
    expect((await find())?.matchedSlugs).toEqual([name]);
    await quarantineSkill({ actor: await makeAdministrator(), skill: name, reason: "test" });
    expect((await find())?.matchedSlugs).toEqual([]);
  });
});

test("the list looks back as many days as asked, and what was asked once is forgotten after a month", async () => {
  const q = word();
  const clock = fakeClock("2026-06-01T23:59:00Z");
  await ask({ q }, at("203.0.113.1"), clock);
  const isListed = async (days: number) =>
    (await listWanted({ days }, clock)).some(({ query }) => query === q);
  clock.advanceMs(2 * 60_000);
  expect([await isListed(1), await isListed(2)]).toEqual([false, true]);
  clock.advanceMs(31 * DAY_MS);
  expect(await forgetAged("Wanted", clock.now())).toBeGreaterThan(0);
  expect(await database().wanted.count({ where: { query: q } })).toBe(0);
});

test("a long list is counted once in four seconds, a short one each time", async () => {
  const now = fakeClock("2027-01-01T00:00:00Z");
  const list = (query: string) =>
    listWanted({ limit: 1, days: 1 }, now).then(([row]) => row?.query === query);
  const wish = async (queries: string[], searches: number) => {
    const wishes = queries.map((query) => ({ id: newId("wnt"), query, displayQuery: query }));
    const day = now.now();
    const asked = wishes.flatMap(({ id }) =>
      Array.from({ length: searches }, (_, i) => ({ wantedId: id, identityHash: `${i}`, day })),
    );
    await database().wanted.createMany({ data: wishes });
    await database().wantedSearch.createMany({ data: asked });
  };
  await wish(["first"], 1);
  expect(await list("first")).toBe(true);
  await wish(["second"], 2);
  expect(await list("second")).toBe(true);
  await wish(
    Array.from({ length: 500 }, (_, i) => `other ${i}`),
    1,
  );
  expect(await list("second")).toBe(true);
  await wish(["third"], 3);
  now.advanceMs(3_999);
  expect(await list("second")).toBe(true);
  now.advanceMs(1);
  expect(await list("third")).toBe(true);
});
