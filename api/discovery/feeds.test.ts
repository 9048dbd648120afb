import { beforeAll, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { env } from "@/lib/platform/config/env";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

let ann: TestAccount;
beforeAll(async () => {
  ann = await makeAccount();
  const bob = await makeAccount();
  const publish = (name: string, category: string, by: TestAccount) =>
    publishNow(buildSkillPackage({ name, description: `Reads ${name}.`, frontMatter: { category } }), by);
  await publish("csv-of-ann", "data", ann);
  await publish("taxes-of-ann", "finance", ann);
  await publish("csv-of-bob", "data", bob);
});

async function feedAt(path: string, headers: Record<string, string> = {}) {
  const answer = await call("GET", path, { headers });
  const text = new TextDecoder().decode(answer.bytes);
  const own = /<link rel="self"[^>]*href="([^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
  const entries = [...text.matchAll(/<id>[^<]*\/skills\/([a-z-]+)\/v\/1\.0\.0<\/id>/g)].map(
    ([, slug]) => slug,
  );
  return { ...answer, text, own: own?.slice(env().APP_URL.length), entries: new Set(entries) };
}

test.each([
  ["/feed.xml", ["csv-of-ann", "csv-of-bob", "taxes-of-ann"]],
  ["/feed.xml?skill=csv-of-bob", ["csv-of-bob"]],
  ["/feed.xml?q=csv", ["csv-of-ann", "csv-of-bob"]],
  ["/feed.xml?category=finance", ["taxes-of-ann"]],
  ["/feed.xml?price=paid", []],
  ["/feed.xml?agent=nobody-of-this-name", []],
  ["/feed.xml?category=data&q=csv&lang=ko", ["csv-of-ann", "csv-of-bob"]],
])("%s tells of what it asks for, and says its address", async (path, slugs) => {
  const { status, headers, entries, own } = await feedAt(path);
  expect([status, entries, own]).toEqual([200, new Set(slugs), path]);
  expect(headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  expect(headers.get("access-control-allow-origin")).toBe("*");
});

test("of one publisher, and asked in another order or by another name it is the same feed", async () => {
  const ofAnn = await feedAt(`/feed.xml?publisher=${ann.username}`);
  expect(ofAnn.entries).toEqual(new Set(["csv-of-ann", "taxes-of-ann"]));
  expect(ofAnn.text).toContain(`<title>Emporion: new versions by ${ann.username}</title>`);
  const both = await feedAt(`/feed.xml?query=csv&publisher=${ann.username}&proven=false`);
  expect([both.entries, both.own]).toEqual([
    new Set(["csv-of-ann"]),
    `/feed.xml?publisher=${ann.username}&q=csv`,
  ]);
});

test("whoever has a feed is not sent it again", async () => {
  const { headers } = await feedAt("/feed.xml?q=csv");
  const again = await feedAt("/feed.xml?q=csv", { "if-none-match": headers.get("etag") ?? "" });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  expect(again.headers.get("cache-control")).toBe("public, max-age=300, s-maxage=5");
});

test.each([
  ["/feed.xml?price=cheap", "price"],
  ["/feed.xml?audit=Sealed", "audit"],
  ["/feed.xml?q=a&q=b", "q"],
  ["/feed.xml?of=reviews", "of"],
  ["/feed.xml?lang=de", "lang"],
  ["/feed.xml?of=seals&publisher=ann", "publisher"],
  ["/feed.xml?of=seals&skill=csv-of-ann", "skill"],
  ["/feed.xml?skill=csv-of-ann&q=csv", "q"],
])("%s is refused as the search refuses it, and says which parameter", async (path, parameter) => {
  const answer = await call("GET", path);
  expectProblem(answer, 400, "REQUEST_INVALID");
  expect(answer.body["errors"]).toMatchObject([{ parameter }]);
});

test("what a feed does not know is told, and a skill that is not there", async () => {
  const { status, headers, own } = await feedAt("/feed.xml?categry=data&sort=name");
  expect([status, headers.get("x-ignored-parameters"), own]).toEqual([200, "categry, sort", "/feed.xml"]);
  expectProblem(await call("GET", "/feed.xml?skill=there-is-none"), 404, "SKILL_NOT_FOUND");
});

test("seals have their feed", async () => {
  const { status, own } = await feedAt("/feed.xml?of=seals&lang=zh-Hans");
  expect([status, own]).toEqual([200, "/feed.xml?of=seals&lang=zh-Hans"]);
});
