import pg from "pg";
import { beforeAll, expect, test, vi } from "vitest";
import { Prisma } from "@/lib/db/generated/client";
import { searchExamples } from "@/lib/search/search-examples";
import { searchSkills } from "@/lib/search/search-skills";
import { listSecurity } from "@/lib/catalogue/security/list-security";
import { testDatabase } from "@/lib/testing/database";

// What the database reads for a page of a list when there is much; `docs/performance.md` has what it takes.
const { sql } = Prisma;
const database = testDatabase();
const SKILLS = 4_000;

interface Plan {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Subplan Name"?: string;
  Plans?: Plan[];
}

/** Each second skill was called; each has two examples, of which the first is proven. */
beforeAll(async () => {
  const run = (statement: Prisma.Sql) => database().$executeRaw(statement);
  await run(sql`INSERT INTO "Skills" ("id", "slug", "canonical_name", "published_at", "updated_at", "calls_7d", "description", "content_language")
    SELECT 'skl_' || i, 'skill' || i, 'skill' || i, now(), now(), CASE WHEN i % 2 = 0 THEN i ELSE 0 END, repeat('words ', 60),
      CASE WHEN i % 4 = 0 THEN 'ko' ELSE 'en' END FROM generate_series(1, ${SKILLS}::int) i`);
  await run(sql`INSERT INTO "SkillVersions" ("id", "skill_id", "version", "version_scheme", "version_change", "vetting_status", "package_digest",
      "package_size_bytes", "archive_digest", "skill_md", "manifest", "dialect_reports", "published_at", "examples", "examples_total")
    SELECT 'ver_' || i, 'skl_' || i, '1.0.0', 'semver', 'first', 'approved', 'sha256:' || lpad(i::text, 64, '0'), 1,
      'sha256:' || lpad(i::text, 64, '0'), '', '{}', '[]', now(), '[{"input":{},"output":{}},{"input":{},"output":{}}]', 2
    FROM generate_series(1, ${SKILLS}::int) i`);
  await run(sql`INSERT INTO "ExampleReplays" ("version_id", "position", "state", "match_rule", "replayed_at")
    SELECT 'ver_' || i, 0, 'proven', 'exact', now() FROM generate_series(1, ${SKILLS}::int) i`);
  await run(sql`UPDATE "Skills" SET "latest_version_id" = replace("id", 'skl', 'ver')`);
  await run(sql`VACUUM ANALYZE`);
});

/** The plan of the statement that `read` sends and that begins so, run once more. */
async function planOf(read: () => Promise<unknown>, beginning: string): Promise<Plan[]> {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  await read();
  const queries = sent.mock.calls.map(([query]) => query as unknown as { text?: string; values?: unknown[] });
  sent.mockRestore();
  const query = queries.find(({ text }) => text?.trim().startsWith(beginning));
  const [row] = await database().$queryRawUnsafe<{ "QUERY PLAN": [{ Plan: Plan }] }[]>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${query?.text}`,
    ...(query?.values ?? []),
  );
  const nodes = (node: Plan): Plan[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return row ? nodes(row["QUERY PLAN"][0].Plan) : [];
}

const rowsRead = (plan: Plan[], relation: string) =>
  plan
    .filter((node) => node["Relation Name"] === relation)
    .reduce((rows, node) => rows + node["Actual Rows"] * node["Actual Loops"], 0);

test("what is used most is read in the order of an index, as far as the page reaches", async () => {
  const found = await searchSkills({});
  expect(found.rows.slice(0, 2).map(({ slug }) => slug)).toEqual([`skill${SKILLS}`, `skill${SKILLS - 2}`]);
  const plan = await planOf(() => searchSkills({}), "WITH hit");
  expect(plan.map((node) => node["Index Name"])).toContain("Skills_listed_calls_7d_slug_idx");
  expect(rowsRead(plan, "Skills")).toBeLessThan(100);
});

test.each([
  [1, {}],
  [1, { readerLanguage: "ko" as const }],
  [20, {}],
])("so are examples, page %i of %j, and those behind it are not looked at", async (page, search) => {
  const plan = await planOf(() => searchExamples({ ...search, page }), "WITH section_0");
  expect(plan.map((node) => node["Index Name"])).toContain("Skills_listed_calls_7d_slug_idx");
  expect(rowsRead(plan, "SkillVersions")).toBeLessThan(page * 20 + 100);
  const behind = plan.filter((node) => /^CTE section_[1-9]/.test(node["Subplan Name"] ?? ""));
  expect(behind.length).toBeGreaterThan(0);
  expect(behind.map((node) => node["Actual Rows"])).toEqual(behind.map(() => 0));
});

test("verdicts of a hundred versions look each of them up by an index", async () => {
  const asked = Array.from({ length: 100 }, (_, i) => ({ slug: `skill${i * 7 + 1}`, version: "1.0.0" }));
  const plan = await planOf(async () => {
    const rows = await listSecurity(asked);
    expect(rows.map((row) => row?.slug)).toEqual(asked.map(({ slug }) => slug));
  }, 'SELECT (g."place"');
  expect(rowsRead(plan, "Skills")).toBe(100);
  expect(rowsRead(plan, "SkillVersions")).toBe(100);
});
