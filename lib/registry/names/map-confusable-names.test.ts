import { beforeAll, expect, test } from "vitest";
import { similarNames, mapConfusableNames } from "@/lib/registry/names/confusable-names";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

const FIRST = "invoice-reader";
const COPIES = ["invoice-readers", "inovice-reader", "reader-invoice", "invoice-raeder"];
const row = (slug: string, auditState: "Audited" | "Unverified" = "Unverified") => ({ slug, auditState });
const resembled = async (slugs: readonly string[], query?: string) =>
  Object.fromEntries(
    await mapConfusableNames(
      slugs.map((slug) => row(slug)),
      query,
    ),
  );

let publisher: string;
beforeAll(async () => {
  const first = await makeAccount();
  publisher = first.username;
  await publishNow(buildSkillPackage({ name: FIRST }), first);
  const other = await makeAccount();
  for (const name of [...COPIES, "tax-table"]) await publishNow(buildSkillPackage({ name }), other);
});

test.each(COPIES)("of %s and the older one in a list, the younger says so", async (copy) => {
  expect(similarNames(copy)).toContain("invoicereader");
  expect(await resembled([FIRST, "tax-table", copy])).toEqual({ [copy]: { slug: FIRST, publisher } });
});

test("many of one list say so together", async () => {
  const all = await resembled([FIRST, ...COPIES]);
  expect(Object.keys(all).sort()).toEqual([...COPIES].sort());
  expect(Object.values(all)).toEqual(COPIES.map(() => ({ slug: FIRST, publisher })));
});

test("alone in a list it says so to whoever asked for its very name, and is not asked about otherwise", async () => {
  const [copy = ""] = COPIES;
  expect(await resembled([copy], "Invoice readers")).toHaveProperty(copy);
  expect(await resembled([copy], "invoice")).toEqual({});
});

test("one that a verifier has sealed is taken for itself", async () => {
  expect(await mapConfusableNames([row(FIRST), row("invoice-readers", "Audited")])).toEqual(new Map());
});

test("a list of names that nobody mistakes asks the database nothing", async () => {
  await database().$executeRaw`ALTER TABLE "SkillNames" RENAME TO "SkillNamesAway"`;
  try {
    expect(await resembled(["tax-table", FIRST, "base32-encode", "base64-encode"], "table")).toEqual({});
  } finally {
    await database().$executeRaw`ALTER TABLE "SkillNamesAway" RENAME TO "SkillNames"`;
  }
});
