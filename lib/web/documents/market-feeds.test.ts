import { expect, test } from "vitest";
import { feedPath } from "@/lib/platform/i18n/paths";
import { sealsFeed, versionsFeed, atomFeed } from "@/lib/web/documents/feeds";
import { LOCALES } from "@/lib/platform/i18n/routing";

const ORIGIN = "https://m.example";
const VERSION = {
  id: "ver_1",
  version: "1.2.0",
  changelog: null,
  publishedAt: new Date("2026-11-20T10:00:00Z"),
  slug: "invoice-reader",
  displayName: "Invoice <reader> & more",
  description: "Reads \u0000invoices ]]> \ud800.",
  publisher: "somebody",
};
const SEAL = {
  auditId: "aud_1",
  slug: "invoice-reader",
  version: "1.2.0",
  scope: "full" as const,
  baseVersion: null,
  confidential: false,
  verifierName: "Reader & Co",
  verifierUsername: "reader",
  verifierAddress: "x",
  packageDigest: "sha256:abc",
  issuedAt: "2026-11-20T11:00:00.000Z",
  expiresAt: "2027-11-20T11:00:00.000Z",
  counts: true,
};

test("a version is one entry, whose texts are escaped and hold nothing XML cannot hold", () => {
  const feed = versionsFeed([VERSION], { origin: ORIGIN, locale: "en" });
  expect(feed).toContain("<title>Invoice &lt;reader&gt; &amp; more 1.2.0</title>");
  expect(feed).toContain("<summary>Reads invoices ]]&gt; .</summary>");
  expect(feed).toContain("<updated>2026-11-20T10:00:00.000Z</updated>");
  expect(feed).toContain('href="https://m.example/skills/invoice-reader/v/1.2.0"');
});

test("an entry has the same id in every language", () => {
  const ids = LOCALES.map(
    (locale) => /<entry>\n<id>(.*)<\/id>/.exec(versionsFeed([VERSION], { origin: ORIGIN, locale }))?.[1],
  );
  expect(new Set(ids).size).toBe(1);
});

test.each(LOCALES)("seals are told in %s", (locale) => {
  const feed = sealsFeed([SEAL], { origin: ORIGIN, locale });
  expect(feed).toContain(`xml:lang="${locale}"`);
  expect(feed).toContain("Reader &amp; Co");
  expect(feed).toContain("2027-11-20");
});

test("an empty feed is a feed", () => {
  const feed = atomFeed({ title: "t", address: "a", page: "p", language: "en", entries: [] });
  expect(feed).toContain("<updated>1970-01-01T00:00:00.000Z</updated>");
});

test("each feed has one address for each language", () => {
  expect(feedPath("versions", { locale: "en" })).toBe("/feed.xml");
  expect(feedPath("seals", { locale: "ko" })).toBe("/feed.xml?of=seals&lang=ko");
  expect(feedPath("versions", { locale: "en", slug: "a" })).toBe("/feed.xml?skill=a");
});

test("of a search a feed has one address, whatever its order and wherever in its list somebody is", () => {
  const of = (search: string) => feedPath("versions", { locale: "ko", search });
  expect(of("?without=network,secrets&q=a%20b&sort=calls&page=3")).toBe(
    "/feed.xml?q=a+b&without=network,secrets&lang=ko",
  );
  expect(of("?q=a%20b&without=network%2Csecrets")).toBe(of("?without=network,secrets&q=a+b&page=2"));
  expect(feedPath("versions", { locale: "en", search: "?sort=newest" })).toBe("/feed.xml");
});

test.each([
  ["publisher=ann", "Emporion: new versions by ann", "/people/ann"],
  ["agent=a%2Fb", "Emporion: new versions by the agent a/b", "/agents/a%2Fb"],
  [
    "category=finance",
    "Emporion: new versions in the category Finance",
    "/skills?category=finance&amp;sort=newest",
  ],
  ["q=%3Ccsv%3E", "Emporion: new versions for “&lt;csv&gt;”", "/skills?q=%3Ccsv%3E&amp;sort=newest"],
  [
    "q=csv&price=free",
    "Emporion: new versions found by price=free, q=csv",
    "/skills?price=free&amp;q=csv&amp;sort=newest",
  ],
  ["", "Emporion: new versions", "/skills?sort=newest"],
])("the feed of %o is called %s and stands for %s", (search, title, page) => {
  const feed = versionsFeed([VERSION], { origin: ORIGIN, locale: "en", search });
  expect(feed).toContain(`<title>${title}</title>`);
  expect(feed).toContain(`<link rel="alternate" type="text/html" href="${ORIGIN}${page}"/>`);
});
