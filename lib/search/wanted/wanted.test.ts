import { describe, expect, test } from "vitest";
import { DAY_MS, fakeClock } from "@/lib/kernel/clock";
import type { CountedCaller } from "@/lib/identity/counted-caller";
import { newId } from "@/lib/kernel/ids";
import { listWanted } from "@/lib/catalogue/list-wanted";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import type { SkillSearch } from "@/lib/search/views";
import { purgeAged } from "@/lib/db/purge-rows";
import { searchSkills } from "@/lib/search/search-skills";
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
const countOf = async (query: string) =>
  (await database().wanted.findFirst({ where: { query } }))?.searches ?? 0;
/** Each asked by three at addresses of their own, on three days that end with that of the clock. */
async function askByMany(search: SkillSearch, clock = fakeClock(new Date())) {
  for (const [i, last] of [1, 2, 3].entries())
    await ask(search, at(`198.51.100.${last}`), fakeClock(new Date(clock.now().getTime() - i * DAY_MS)));
}
const isShown = async (query: string, clock = fakeClock(start)) =>
  (await listWanted({ matched: true, days: 90 }, clock)).some((row) => row.query.toLowerCase() === query);
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
  for (const q of ["invocie", "Invoce extractor"]) {
    await ask({ q }, caller);
    expect(await countOf(q.toLowerCase()), q).toBe(0);
  }
  // One letter from a word of the text; too short to say; and answered but for one word.
  for (const q of ["docker", "helm", "invocie unicorn"]) {
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

describe("others are shown what three asked on three days, and nothing that fewer typed", () => {
  const LAST = "2026-03-09T12:00:00Z";
  type Asked = [day: number, address: string, rest?: Partial<CountedCaller>];
  const THREE: Asked[] = [
    [1, "203.0.113.1"],
    [2, "203.0.113.2"],
    [3, "203.0.113.3"],
  ];
  const ann = { accountId: "acc_ann" };

  test.each<[string, Asked[], boolean]>([
    ["three addresses on three days", THREE, true],
    ["the same and one who asks each day", [...THREE, [1, "203.0.113.9"], [2, "203.0.113.9"]], true],
    [
      "three accounts on three days, each where it is",
      [
        [1, "203.0.113.1", ann],
        [2, "203.0.113.2", { accountId: "acc_bob" }],
        [3, "203.0.113.3", { accountId: "acc_cleo" }],
      ],
      true,
    ],
    ["one", [[1, "203.0.113.1"]], false],
    [
      "one address on three days",
      [
        [1, "203.0.113.1"],
        [2, "203.0.113.1"],
        [3, "203.0.113.1"],
      ],
      false,
    ],
    [
      "two addresses on four days",
      [
        [1, "203.0.113.1"],
        [2, "203.0.113.2"],
        [3, "203.0.113.1"],
        [4, "203.0.113.2"],
      ],
      false,
    ],
    [
      "three addresses on one day",
      [
        [1, "203.0.113.1"],
        [1, "203.0.113.2"],
        [1, "203.0.113.3"],
      ],
      false,
    ],
    [
      "a hundred addresses on two days",
      Array.from({ length: 100 }, (_, i) => [1 + (i % 2), `203.0.113.${i}`] as Asked),
      false,
    ],
    [
      "one account, wherever it is",
      [
        [1, "203.0.113.1", ann],
        [2, "203.0.113.2", ann],
        [3, "203.0.113.3", ann],
      ],
      false,
    ],
    [
      "three accounts at one address",
      [
        [1, "203.0.113.1", ann],
        [2, "203.0.113.1", { accountId: "acc_bob" }],
        [3, "203.0.113.1", { accountId: "acc_cleo" }],
      ],
      false,
    ],
    [
      "one agent, wherever it is",
      [
        [1, "203.0.113.1", { agentName: "a" }],
        [2, "203.0.113.2", { agentName: "A" }],
        [3, "203.0.113.3", { agentName: "a" }],
      ],
      false,
    ],
    [
      "names of agents made up at one address",
      [
        [1, "203.0.113.1", { agentName: "a" }],
        [2, "203.0.113.1", { agentName: "b" }],
        [3, "203.0.113.1", { agentName: "c" }],
      ],
      false,
    ],
  ])("%s", async (_, askers, shown) => {
    const [q, found] = [word(), `quokka ${word()}`];
    for (const [day, address, rest] of askers)
      for (const asked of [q, found])
        await ask({ q: asked }, at(address, rest), fakeClock(`2026-03-0${day}T12:00:00Z`));
    expect(await isShown(q, fakeClock(LAST))).toBe(shown);
    await purgeAged("WantedSearches", new Date("2026-06-08T00:00:00Z"));
    expect(await isShown(q, fakeClock(LAST))).toBe(false);
  });

  test("what was counted before addresses were told apart shows nothing", async () => {
    const q = word();
    for (const [day, address] of THREE) await ask({ q }, at(address), fakeClock(`2026-03-0${day}T12:00:00Z`));
    await database().wantedSearch.updateMany({
      where: { wanted: { query: q }, day: new Date("2026-03-01") },
      data: { askerHash: null },
    });
    expect(await isShown(q, fakeClock(LAST))).toBe(false);
  });

  test("the hash that tells askers apart is another one for each question, and no address is stored", async () => {
    const [one, other] = [word(), word()];
    for (const q of [one, other])
      for (const day of [1, 2]) await ask({ q }, at("203.0.113.77"), fakeClock(`2026-03-0${day}T12:00:00Z`));
    const hashes = async (query: string) =>
      (await database().wantedSearch.findMany({ where: { wanted: { query } } })).map(
        ({ askerHash }) => askerHash,
      );
    const [first, second] = [await hashes(one), await hashes(other)];
    expect([new Set(first).size, new Set(second).size, new Set([...first, ...second]).size]).toEqual([
      1, 1, 2,
    ]);
    expect(JSON.stringify([first, second])).not.toContain("203.0.113.77");
  });

  test("a name that the operator reserves is in no question that is shown, also one that was", async () => {
    const [name, q] = [word(), `${word()} keys`];
    const query = `${q} of ${name}`;
    await askByMany({ q: query }, fakeClock(LAST));
    expect(await isShown(query, fakeClock(LAST))).toBe(true);
    await database().reservedName.create({ data: { canonicalName: name, reason: "ours" } });
    expect(await isShown(query, fakeClock(LAST))).toBe(false);
  });

  test.each([
    "emporion staff steal wallets",
    "the official wallet",
    "call 0151 2345 6789",
    "see evil.example",
    "[win](x)",
    "empоrion",
  ])("%j is counted of nobody, however many ask it", async (q) => {
    await askByMany({ q }, fakeClock(LAST));
    expect(await database().wanted.count({ where: { displayQuery: q } })).toBe(0);
  });
});

describe("a search that is answered in part", () => {
  test("is a wish too, which only a skill closes that answers all of it", async () => {
    const publisher = await makeAccount();
    const [have, lack] = [word(), word()];
    const description = (what: string) => `Counts ${what} well. Use it for ${what}.`;
    await publishNow(buildSkillPackage({ name: uniqueName(), description: description(have) }), publisher);
    const q = `${have} ${lack}`;
    await askByMany({ q });
    const { total, answeringAll, counted } = await ask({ q }, at("203.0.113.9"), fakeClock(new Date()));
    expect([total, answeringAll, counted]).toEqual([1, 0, true]);
    const now = fakeClock(new Date());
    expect(await isShown(q, now)).toBe(true);
    const open = async () => (await listWanted({ days: 90 }, now)).some(({ query }) => query === q);
    await publishNow(buildSkillPackage({ name: uniqueName(), description: description(have) }), publisher);
    expect(await open()).toBe(true);
    const both = await publishNow(
      buildSkillPackage({ name: uniqueName(), description: description(`${have} and ${lack}`) }),
      publisher,
    );
    expect(await open()).toBe(false);
    const row = (await listWanted({ matched: true }, now)).find(({ query }) => query === q);
    expect(row?.matchedSlugs).toEqual([both.slug]);
  });

  test("and one that is answered in full is none", async () => {
    const have = word();
    const description = `Counts ${have} well. Use it for ${have}.`;
    await publishNow(buildSkillPackage({ name: uniqueName(), description }), await makeAccount());
    await askByMany({ q: have });
    expect(await countOf(have)).toBe(0);
  });
});

describe("a wish is matched", () => {
  test("by the next approved upload that answers it, and the match is on record", async () => {
    const publisher = await makeAccount();
    const wanted = word();
    await askByMany({ q: wanted });
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
    await askByMany({ capability });
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
  const [q, once] = [word(), word()];
  const clock = fakeClock("2026-06-01T23:59:00Z");
  await askByMany({ q }, clock);
  await ask({ q: once }, at("203.0.113.1"), clock);
  const isListed = async (days: number) =>
    (await listWanted({ days }, clock)).some(({ query }) => query === q);
  clock.advanceMs(2 * 60_000);
  expect([await isListed(1), await isListed(2)]).toEqual([false, true]);
  clock.advanceMs(31 * DAY_MS);
  expect(await purgeAged("Wanted", clock.now())).toBeGreaterThan(0);
  expect(await database().wanted.count({ where: { query: { in: [q, once] } } })).toBe(1);
});

test("a long list is counted once in four seconds, a short one each time", async () => {
  const now = fakeClock("2027-01-01T00:00:00Z");
  const list = (query: string) =>
    listWanted({ limit: 1, days: 3 }, now).then(([row]) => row?.query === query);
  const wish = async (queries: string[], searches: number) => {
    const wishes = queries.map((query) => ({ id: newId("wnt"), query, displayQuery: query }));
    const dayOf = (i: number) => new Date(now.now().getTime() - (i % 3) * DAY_MS);
    const asked = wishes.flatMap(({ id }) =>
      Array.from({ length: searches }, (_, i) => ({
        wantedId: id,
        identityHash: `${i}`,
        askerHash: `${i}`,
        day: dayOf(i),
      })),
    );
    await database().wanted.createMany({ data: wishes });
    await database().wantedSearch.createMany({ data: asked });
  };
  await wish(["first"], 3);
  expect(await list("first")).toBe(true);
  await wish(["second"], 4);
  expect(await list("second")).toBe(true);
  await wish(
    Array.from({ length: 500 }, (_, i) => `other ${i}`),
    1,
  );
  expect(await list("second")).toBe(true);
  await wish(["third"], 5);
  now.advanceMs(3_999);
  expect(await list("second")).toBe(true);
  now.advanceMs(1);
  expect(await list("third")).toBe(true);
});
