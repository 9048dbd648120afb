import { beforeAll, expect, test } from "vitest";
import { findNearest } from "@/lib/catalogue/search/find-nearest";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

beforeAll(async () => {
  const account = await makeAccount({ username: "ann-tools" });
  const add = (name: string, description: string) =>
    publishNow(buildSkillPackage({ name, description }), account);
  await add("invoice-extractor", "Reads scanned invoices and returns line items as typed JSON.");
  await add("log-summary", "Counts errors of a log by level.");
  await add("pdf-outline", "Lists the headings of a document.");
  await add("meeting-notes-ko", "회의록에서 결정 사항을 찾습니다.");
  await add("ledger-export", "Exports bookings as a log.");
});

const nearest = async (query: string) => {
  const found = await findNearest({ q: query }, { total: 0 });
  return found && { meant: found.meant, slugs: found.rows.map(({ slug }) => slug) };
};

test.each([
  ["invoce", "invoice"],
  ["invocie extractor", "invoice extractor"],
  ["inovice", "invoice"],
  ["Invoicee", "invoice"],
])("a letter of %j is put right", async (query, meant) => {
  expect(await nearest(query)).toEqual({ meant, slugs: ["invoice-extractor"] });
});

test("skills that answer some of the words come by how many, those named so first", async () => {
  expect(await nearest("summarize pdf")).toEqual({ meant: null, slugs: ["log-summary", "pdf-outline"] });
  expect((await nearest("pdf log outline"))?.slugs).toEqual(["pdf-outline", "log-summary", "ledger-export"]);
});

test("a letter put right helps also where the other words find nothing", async () => {
  expect(await nearest("invoce unicorn")).toEqual({ meant: null, slugs: ["invoice-extractor"] });
});

test("one of two words in Korean is enough", async () => {
  expect((await nearest("회의록 우주선"))?.slugs).toEqual(["meeting-notes-ko"]);
});

test.each(["회의록우주선", "우주선오류", "宇宙日志船"])(
  "what is known of %s, which is one word, is enough",
  async (query) => {
    expect((await nearest(query))?.slugs).not.toHaveLength(0);
  },
);

test("a word that is used is no slip, though a commoner one is a letter away", async () => {
  expect((await nearest("export unicorn"))?.meant).toBeNull();
});

test("words nobody uses have nothing near them", async () => {
  expect(await nearest("zzzqqq")).toBeNull();
  expect(await nearest("?!")).toBeNull();
});

test("nothing is looked for where something was found, or a condition may be to blame", async () => {
  expect(await findNearest({ q: "invoce" }, { total: 1 })).toBeNull();
  expect(await findNearest({ q: "invoce", price: "paid" }, { total: 0 })).toBeNull();
  expect(await findNearest({ q: "invoce", sort: "newest" }, { total: 0 })).not.toBeNull();
});
