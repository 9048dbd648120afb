import pg from "pg";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { listChallenges } from "@/lib/audits/challenges";
import { listSeals, listSignedAudits } from "@/lib/audits/seals";
import { yankVersion } from "@/lib/publishing/yank-version";
import { isDomainError } from "@/lib/kernel/errors";
import { getHome } from "@/lib/catalogue/get-home";
import { getSkill, listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { searchExamples } from "@/lib/search/search-examples";
import { listReviews } from "@/lib/registry/reviews/list-reviews";
import type { SkillSearch } from "@/lib/search/views";
import { countSkills } from "@/lib/search/count-matches";
import { searchSkills, listMatches, suggestSkills } from "@/lib/search/search-skills";
import {
  buildSkillPackage,
  getActorOf,
  makeAccount,
  publishNow,
  testBlobStore,
  type SkillParts,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

const NETWORK = { permissions: { network: true, filesystem: false, subprocess: false, env_vars: ["TOKEN"] } };
let ann: TestAccount;
let ben: TestAccount;

beforeAll(async () => {
  [ann, ben] = [await makeAccount({ username: "ann-tools" }), await makeAccount({ username: "ben-labs" })];
  const add = (account: TestAccount, name: string, description: string, rest: SkillParts = {}) =>
    publishNow(buildSkillPackage({ name, description, ...rest }), account);
  await add(ann, "invoice-extractor", "Reads scanned invoices and returns line items as typed JSON.", {
    frontMatter: { category: "finance", tags: ["ocr"], capabilities: ["extraction"] },
  });
  await add(ann, "ledger-export", "Exports bookings as CSV.", {
    frontMatter: { category: "finance", tags: ["invoice"], platform_compatibility: ["OpenClaw"] },
  });
  await add(ben, "mail-digest", "Sums up mail; also finds an invoice among the attachments.", {
    frontMatter: { category: "mail", ...NETWORK },
  });
  await add(ben, "invoice", "Writes one.", {
    paid: { lamports: 5000, payee: ben.address },
    frontMatter: { category: "finance" },
  });
  await add(ben, "contract-audit-zh", "审计智能合约中的漏洞，并给出修复建议。");
  await add(ben, "receipt-ocr-ko", "한국어 영수증에서 상호와 금액을 추출합니다.");
});

const slugs = async (search: SkillSearch) => (await searchSkills(search)).rows.map(({ slug }) => slug);

describe("ranking", () => {
  test("puts the exact name first, then words of the name, of topics, and of the text", async () => {
    expect(await slugs({ q: "invoice" })).toEqual([
      "invoice",
      "invoice-extractor",
      "ledger-export",
      "mail-digest",
    ]);
  });

  test("lets use decide only between equal matches, and never makes a match of it", async () => {
    await database().skill.updateMany({ where: { slug: "mail-digest" }, data: { calls7d: 100_000 } });
    expect((await slugs({ q: "invoice" })).at(-1)).toBe("mail-digest");
    expect((await slugs({ q: "extractor" }))[0]).toBe("invoice-extractor");
    expect(await slugs({ q: "extractor" })).not.toContain("mail-digest");
    expect((await slugs({}))[0]).toBe("mail-digest");
  });
});

test.each([
  ["智能合约", ["contract-audit-zh"]],
  ["合约", ["contract-audit-zh"]],
  ["漏洞 审计", ["contract-audit-zh"]],
  ["영수증", ["receipt-ocr-ko"]],
  ["영수증을 추출", ["receipt-ocr-ko"]],
  ["invoi", ["invoice", "invoice-extractor"]],
  ["extracting invoices", ["invoice-extractor"]],
  ["invoices shredding", ["invoice", "invoice-extractor"]],
  ["invoce", ["invoice", "invoice-extractor"]],
  ["is there something that reads my scanned invoices?", ["invoice-extractor"]],
  ["審計智能合約", ["contract-audit-zh"]],
  ["영수즘 추출", ["receipt-ocr-ko"]],
  ["scanned invoices", ["invoice-extractor"]],
  ["ben-labs digest", ["mail-digest"]],
])("%s finds %j first", async (q, expected) =>
  expect((await slugs({ q })).slice(0, expected.length)).toEqual(expected),
);

test.each(["quantum teleportation", "zxqv", "where can I buy fresh fish?", "的", "!!!zz"])(
  "%s finds nothing",
  async (q) => expect(await searchSkills({ q })).toMatchObject({ rows: [], total: 0, answeringAll: 0 }),
);

test("says which words a skill answers, where, and what a slip was read as", async () => {
  const found = await searchSkills({ q: "invoce reading shredder" });
  expect(found.corrected).toEqual([{ written: "invoce", meant: "invoice" }]);
  const place = found.rows.findIndex(({ slug }) => slug === "invoice-extractor");
  expect(found.matched[place]).toEqual([
    { word: "invoce", kind: "correction", fields: ["name"] },
    { word: "reading", kind: "word", fields: ["text"] },
  ]);
  expect(found.missing[place]).toEqual(["shredder"]);
  expect(found.answeringAll).toBe(0);
  expect((await searchSkills({ q: "scanned invoices" })).answeringAll).toBe(1);
});

test("what is done with everything finds nothing beside another word", async () => {
  expect(await slugs({ q: "reads" })).toContain("invoice-extractor");
  expect(await slugs({ q: "read qwertyish" })).toEqual([]);
  expect(await slugs({ q: "read scanned" })).toEqual(["invoice-extractor"]);
});

test("of three letters two that changed places are put right, and no others", async () => {
  const swapped = await searchSkills({ q: "orc" });
  expect(swapped.corrected).toEqual([{ written: "orc", meant: "ocr" }]);
  expect(swapped.rows.map(({ slug }) => slug).sort()).toEqual(["invoice-extractor", "receipt-ocr-ko"]);
  expect((await searchSkills({ q: "ocx" })).corrected).toEqual([]);
});

test.each([
  ["cvs", "csv", "ledger-export"],
  ["jsno", undefined, undefined],
  ["josn", undefined, undefined],
  ["retruns", "returns", "invoice-extractor"],
  ["bookigns", "bookings", "ledger-export"],
  ["attchments", "attachments", "mail-digest"],
  ["cookings", undefined, undefined],
  ["bookinks", undefined, undefined],
  ["cxs", undefined, undefined],
])("%s is read as %s, which is a word of a text alone", async (q, meant, first) => {
  const { rows, corrected } = await searchSkills({ q });
  expect(corrected).toEqual(meant === undefined ? [] : [{ written: q, meant }]);
  expect(rows[0]?.slug).toBe(first);
});

test("a word of Chinese or Korean finds English skills too, among those in its own language", async () => {
  const named = (await slugs({ q: "송장" })).slice(0, 2);
  expect(named.sort()).toEqual(["invoice", "invoice-extractor"]);
  expect((await slugs({ q: "发票 提取" }))[0]).toBe("invoice-extractor");
  expect((await slugs({ q: "추출" })).slice(0, 2).sort()).toEqual(["invoice-extractor", "receipt-ocr-ko"]);
  expect(await slugs({ q: "송장", price: "paid" })).toEqual(["invoice"]);
  expect((await searchSkills({ q: "송장" })).total).toBe(4);
});

describe("filters", () => {
  test.each<[SkillSearch, number]>([
    [{ price: "paid" }, 1],
    [{ price: "free" }, 5],
    [{ price: "4999" }, 5],
    [{ price: "5000" }, 6],
    [{ without: ["network"] }, 5],
    [{ language: ["zh", "ko"] }, 2],
    [{ category: "finance" }, 3],
    [{ platform: "any" }, 6],
    [{ platform: "claude-code" }, 5],
    [{ platform: "OpenClaw" }, 6],
    [{ capability: "extraction" }, 1],
    [{ author: "ann-tools" }, 2],
    [{ runtime: ["python3"] }, 6],
    [{ runtime: ["cobol"] }, 0],
    [{ audit: ["Audited"] }, 0],
    [{ minTrust: "community" }, 6],
    [{ minTrust: "verified" }, 0],
    [{ trust: ["sandbox"], minTrust: "community" }, 0],
    [{ proven: true }, 0],
    [{ category: "finance", price: "paid" }, 1],
  ])("%j leaves %i", async (search, total) => {
    const result = await searchSkills(search);
    expect([result.total, result.rows.length]).toEqual([total, total]);
  });

  test("hold SQL and nonsense as plain values", async () => {
    const hostile = '\'; DROP TABLE "Skills"; --';
    for (const search of [
      { q: hostile },
      { category: hostile },
      { author: hostile },
      { platform: hostile },
      { price: hostile },
    ]) {
      await searchSkills(search);
    }
    expect(await database().skill.count()).toBe(6);
  });
});

describe("facets", () => {
  const countOf = (values: { value: string; count: number }[], value: string) =>
    values.find((one) => one.value === value)?.count;

  test("count what there would be if the value were chosen, with zero visible", async () => {
    const { facets } = await searchSkills({ category: "finance" });
    expect(countOf(facets.price, "paid")).toBe(1);
    expect(countOf(facets.category, "mail")).toBe(1);
    expect(countOf(facets.language, "zh")).toBe(0);
    expect(facets.audit).toEqual([
      { value: "Audited", count: 0 },
      { value: "Optimistic", count: 0 },
      { value: "Unverified", count: 3 },
    ]);
    expect(facets.platform).toHaveLength(7);
  });

  test("choosing a value gives exactly the number it announced", async () => {
    const searches: SkillSearch[] = [
      {},
      { q: "invoice" },
      { category: "finance", price: "free" },
      { without: ["network"], language: ["en"] },
    ];
    for (const search of searches) {
      const { facets } = await searchSkills(search);
      for (const { value, count } of facets.category)
        expect((await searchSkills({ ...search, category: value })).total).toBe(count);
      for (const { value, count } of facets.price)
        expect((await searchSkills({ ...search, price: value })).total).toBe(count);
      for (const { value, count } of facets.language) {
        expect((await searchSkills({ ...search, language: [value as "en"] })).total).toBe(count);
      }
      for (const { value, count } of facets.platform)
        expect((await searchSkills({ ...search, platform: value })).total).toBe(count);
      for (const { value, count } of facets.without) {
        const without = [...(search.without ?? []), value];
        expect((await searchSkills({ ...search, without })).total).toBe(count);
      }
    }
  });
});

describe("pages", () => {
  test.each(["relevance", "newest", "calls", "downloads", "price", "name"] as const)(
    "sorted by %s hold every match once, by cursor and by number",
    async (sort) => {
      const all = await slugs({ q: "invoice", sort });
      const byNumber = (
        await Promise.all([1, 2, 3, 4].map((page) => slugs({ q: "invoice", sort, page, limit: 1 })))
      ).flat();
      const byCursor: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const result = await searchSkills({ q: "invoice", sort, limit: 3, ...(cursor ? { cursor } : {}) });
        byCursor.push(...result.rows.map(({ slug }) => slug));
        cursor = result.nextCursor;
      }
      expect(all).toHaveLength(4);
      expect(byNumber).toEqual(all);
      expect(byCursor).toEqual(all);
    },
  );

  test("by name, each page begins behind the name before it, whatever was listed meanwhile", async () => {
    const first = await searchSkills({ sort: "name", limit: 2, author: "ann-tools" });
    expect(first.nextCursor).toBeNull();
    const page = await searchSkills({ sort: "name", limit: 2 });
    await publishNow(buildSkillPackage({ name: "aa-listed-meanwhile" }), ann);
    const rest = await slugs({ sort: "name", cursor: page.nextCursor ?? "" });
    const all = await slugs({ sort: "name" });
    expect([...page.rows.map(({ slug }) => slug), ...rest]).toEqual(
      all.filter((each) => !each.startsWith("aa-")),
    );
    const actor = await getActorOf(ann.username);
    await yankVersion({ actor, skill: "aa-listed-meanwhile", version: "1.0.0", reason: "It was a test." });
  });

  test("a cursor of another search is refused", async () => {
    const { nextCursor } = await searchSkills({ q: "invoice", limit: 1 });
    const ofName = (await searchSkills({ q: "invoice", sort: "name", limit: 1 })).nextCursor ?? "";
    for (const cursor of [nextCursor ?? "", ofName, "AAAA", "💥"]) {
      const error: unknown = await searchSkills({ q: "other", cursor }).catch((thrown: unknown) => thrown);
      expect(isDomainError(error, "REQUEST_INVALID")).toBe(true);
    }
  });

  test("sizes and numbers out of range are brought into range", async () => {
    expect(await searchSkills({ limit: 1e9, page: -5 })).toMatchObject({ pageSize: 100, page: 1 });
    expect((await searchSkills({ page: Number.NaN, limit: Number.NaN })).page).toBe(1);
  });
});

describe("statements sent to the database", () => {
  test.each<[string, () => Promise<unknown>, number]>([
    ["a search with facets", () => searchSkills({ q: "invoice", category: "finance" }), 4],
    ["a list without words", () => searchSkills({}), 3],
    ["suggestions while typing", () => suggestSkills("invo"), 2],
    ["the counts of categories", () => countSkills(), 2],
    ["the skills of a publisher", () => listMatches({ author: "ann-tools", limit: 50 }), 1],
    ["a skill's page", () => getSkill("invoice"), 2],
    ["its versions", () => listVersions("invoice"), 1],
    ["examples", () => searchExamples(), 4],
    ["seals", () => listSeals(), 1],
    ["what verifiers signed of a version", () => listSignedAudits("ver_1"), 1],
    ["its challenges", () => listChallenges({ versionId: "ver_1" }), 1],
    ["reviews of a skill", () => listReviews("invoice"), 2],
    ["the front page", () => getHome(), 9],
  ])("%s: %#", async (_, read, expected) => {
    await read();
    const sent = vi.spyOn(pg.Client.prototype, "query");
    await read();
    expect(sent.mock.calls.length).toBe(expected);
    sent.mockRestore();
  });
});

test("examples of all skills are found by words and state, with their skill", async () => {
  const all = await searchExamples();
  expect([all.total, all.rows.length]).toEqual([6, 6]);
  const found = await searchExamples({ q: "영수증", state: "not_run" });
  expect(found.rows[0]).toMatchObject({
    skill: { slug: "receipt-ocr-ko" },
    example: { position: 0, name: "hello", replay: null },
  });
  expect((await searchExamples({ state: "proven" })).total).toBe(0);
});

test("a capability finds v3 skills only; one that lacks the rest of the contract is found by its words", async () => {
  const capabilities = ["star_gazing"];
  const publish = (name: string, frontMatter: Record<string, unknown>) =>
    publishNow(buildSkillPackage({ name, description: "Names stars.", frontMatter }), ben);
  await publish("star-contract", { capabilities });
  await publish("star-undeclared", { capabilities, spec: undefined });
  await publish("star-without-schema", { capabilities, output_schema: undefined });
  expect(await slugs({ capability: "star_gazing" })).toEqual(["star-contract"]);
  expect(await slugs({ q: "stars" })).toHaveLength(3);
});
