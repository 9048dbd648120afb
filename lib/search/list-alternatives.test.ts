import { beforeAll, expect, test } from "vitest";
import { listAlternatives } from "@/lib/search/search-skills";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

beforeAll(async () => {
  const account = await makeAccount();
  const add = (name: string, frontMatter: Record<string, unknown> = {}) =>
    publishNow(buildSkillPackage({ name, frontMatter }), account);
  for (const name of ["iban-check", "loan-plan", "tax-table", "bill-reader", "bank-sorter"])
    await add(name, { category: "finance" });
  await add("json-diff");
});

const instead = async (slug: string, category: string | null = null) =>
  (await listAlternatives({ slug, category, capabilities: [] })).map((row) => row.slug);

test("instead of a skill there are others of its kind, and not itself", async () => {
  const found = await instead("iban-check", "finance");
  expect(found).toHaveLength(4);
  expect(found).not.toContain("iban-check");
});

test("where there are none of its kind, those that share a word of its name", async () => {
  expect(await instead("json-merge", "merging")).toEqual(["json-diff"]);
  expect(await instead("json-merge")).toEqual(["json-diff"]);
  expect(await instead("quite-another")).toEqual([]);
});
