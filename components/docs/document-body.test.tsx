import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { listDialectDocuments, readGuide } from "@/lib/web/documents/read-document";
import { readErrorPage } from "@/lib/web/documents/error-pages";
import { GUIDES } from "@/lib/web/documents/guides";
import { listPublicPages } from "@/lib/web/documents/feeds";
import { ERROR_CODES } from "@/lib/kernel/error-codes";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { LOCALES, type Locale } from "@/lib/platform/i18n/routing";
import { RULES } from "@/lib/vetting/rules/rule";
import { DocumentBody } from "./document-body";

type Shown = Parameters<typeof DocumentBody>[0]["document"] | null;

const english = (body: string): Shown => ({ body, language: "en", places: [] });

function render(document: Shown, folder = "", locale: Locale = "en"): string {
  return htmlOf(
    <DocumentBody document={document ?? { body: "", language: "en", places: [] }} folder={folder} />,
    locale,
  );
}

const PAGES: ReadonlyMap<string, string> = new Map(
  LOCALES.flatMap((locale) =>
    [
      ...GUIDES.map((id) => [`/docs/${id}`, readGuide(id, "https://m.example", locale), ""] as const),
      ...listDialectDocuments().map(
        (document) => [`/docs/dialects/${document.id}`, document, "dialects"] as const,
      ),
      ...ERROR_CODES.map((code) => [`/errors/${code}`, readErrorPage(code, locale), ""] as const),
    ].map(
      ([page, document, folder]) => [localizedPath(locale, page), render(document, folder, locale)] as const,
    ),
  ),
);

const idsOf = (html: string) => Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id);

describe("the documents", () => {
  test("link only to pages there are, and to places in them", () => {
    const known = new Set(
      LOCALES.flatMap((locale) => listPublicPages().map((page) => localizedPath(locale, page))),
    );
    const broken = Array.from(PAGES).flatMap(([page, html]) =>
      Array.from(html.matchAll(/href="([/#][^"]*)"/g), ([, href = ""]) => href)
        .filter((href) => {
          const [path = "", place] = href.split("#");
          if (path.startsWith("/v1/")) return false;
          if (path !== "" && !known.has(path)) return true;
          return place !== undefined && !idsOf(PAGES.get(path || page) ?? "").includes(place);
        })
        .map((href) => `${page}: ${href}`),
    );
    expect(broken).toEqual([]);
  });

  test("have headings that can be linked to, by ids of which each stands once", () => {
    for (const [page, html] of PAGES) {
      const headings = html.match(/<h[2-6][^>]*>/g) ?? [];
      expect(
        headings.filter((heading) => !/ id="[^"]/.test(heading)),
        page,
      ).toEqual([]);
      expect(new Set(idsOf(html)).size, page).toBe(idsOf(html).length);
    }
  });

  test("have the places that pages of the site lead to", () => {
    const sources = ["app", "components"].flatMap((folder) =>
      fs
        .readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => /(?<!test)\.tsx?$/.test(name))
        .map((name) => fs.readFileSync(path.join(folder, name), "utf8")),
    );
    const links = sources.flatMap((text) => [...text.matchAll(/"(\/docs\/[\w/-]+)#([\w.-]+)"/g)]);
    expect(links.length).toBeGreaterThan(1);
    for (const [link, page = "", place = ""] of links)
      expect(idsOf(PAGES.get(page) ?? ""), link).toContain(place);
  });

  test("name a place for every code that vetting finds", () => {
    const places = idsOf(PAGES.get("/docs/vetting") ?? "");
    expect(RULES.map(({ id }) => id).filter((code) => !places.includes(code))).toEqual([]);
  });
});

test("a heading is a link to itself, by the same id in every language", () => {
  const heading =
    '<h2 id="what-is-read-in-short"><a href="#what-is-read-in-short">What is read, <code>in</code> short</a></h2>';
  expect(render(english("## What is read, `in` short"))).toContain(heading);
  const translated: Shown = { body: "## 읽는 것", language: "ko", places: ["What is read, in short"] };
  expect(render(translated, "", "ko")).toContain(
    '<article class="prose" lang="ko"><h2 id="what-is-read-in-short"><a href="#what-is-read-in-short">읽는 것</a></h2>',
  );
});

test("what is English still says so on the pages of another language", () => {
  const note = "본문은 영어로 쓰여 있습니다.";
  expect(render(english("x"), "", "ko")).toContain(note);
  expect(render({ body: "x", language: "ko", places: [] }, "", "ko")).not.toContain(note);
});

test("of two like headings the second has a number, of two rows about a code the first has its place", () => {
  expect(idsOf(render(english("## Limits\n\n## Limits")))).toEqual(["limits", "limits-1"]);
  expect(render(english("| code | meaning |\n| --- | --- |\n| `A_B` | x |\n| `A_B` | y |"))).toMatch(
    /<tr id="A_B">[^]*<tr><td><code>A_B/,
  );
});

test.each([
  ["", "errors.yaml", "/ko/docs/errors"],
  ["dialects", "../payment.md#the-quote", "/ko/docs/payment#the-quote"],
  ["dialects", "usk.md", "/ko/docs/dialects/usk"],
  ["dialects", "README.md", "/ko/docs/dialects"],
  ["", "#below", "#below"],
  ["", "https://example.org/a#b", "https://example.org/a#b"],
])("a link from docs/%s to %s leads to %s", (folder, href, address) => {
  expect(render(english(`[x](${href})`), folder, "ko")).toContain(`<a href="${address}"`);
});

test.each(["images/home.png", "operating.md", "decisions/0005-documents.md", "#", "../../etc/passwd"])(
  "%s, which has no page, is text",
  (href) => expect(render(english(`[x](${href})`))).toContain("<span>x</span>"),
);

test("a document shows pictures of this market, when they come into view and without moving the text, and no other", () => {
  expect(render(english("![A form](images/en/publish-join.webp)"))).toContain(
    '<img src="/docs/images/en/publish-join.webp" alt="A form" loading="lazy" width="800" height="500"/>',
  );
  for (const other of ["https://elsewhere.example/images/en/a.webp", "images/en/a.svg", "../../a.webp"])
    expect(render(english(`before ![x](${other}) after`))).toContain("<p>before  after</p>");
});
