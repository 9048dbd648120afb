import { expect, test } from "vitest";
import { listPublicPages, sitemapIndexXml, sitemapXml } from "./feeds";

const ORIGIN = "https://market.example";

test("a page stands there in each language, and names the others", () => {
  const xml = sitemapXml(ORIGIN, [{ path: "/skills", changedAt: new Date("2026-01-02T03:04:05Z") }]);
  expect(xml.match(/<loc>[^<]+/g)).toEqual([
    "<loc>https://market.example/skills",
    "<loc>https://market.example/zh-Hans/skills",
    "<loc>https://market.example/ko/skills",
  ]);
  expect(xml.match(/hreflang="ko" href="https:\/\/market\.example\/ko\/skills"/g)).toHaveLength(3);
  expect(xml.match(/hreflang="x-default" href="https:\/\/market\.example\/skills"/g)).toHaveLength(3);
  expect(xml).toContain("<lastmod>2026-01-02T03:04:05.000Z</lastmod>");
});

test("what means something in XML or in an address is escaped", () => {
  const xml = sitemapXml("https://a.example", [{ path: "/a&b<c 한" }]);
  expect(xml).toContain("https://a.example/a&amp;b%3Cc%20%ED%95%9C");
  expect(sitemapIndexXml(["https://a.example/sitemap.xml?part=skills&page=2"])).toContain(
    "skills&amp;page=2",
  );
});

test("the public pages are named once each", () => {
  const pages = listPublicPages();
  expect(new Set(pages).size).toBe(pages.length);
  expect(pages).toEqual(
    expect.arrayContaining(["/validate", "/errors/RATE_LIMITED", "/docs/api/validateSkill"]),
  );
});
