import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ERROR_CODES } from "@/lib/kernel/error-codes";
import { DEFAULT_LOCALE, LOCALES } from "@/lib/platform/i18n/routing";
import { readErrorPage } from "./error-pages";
import { GUIDES } from "./guides";

const DOCS = path.resolve(import.meta.dirname, "../../../docs");
const LANGUAGES = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);
const TRANSLATED_GUIDES = GUIDES.map((name) => `${name}.md`);
const TRANSLATED = [...TRANSLATED_GUIDES, "errors.yaml"].sort();
const read = (...name: string[]) =>
  fs.readFileSync(path.join(DOCS, ...name), "utf8").replaceAll(/^<!--.*-->\n/gm, "");

const FENCE = /^ *```[\s\S]*?^ *```$/gm;
/** Each heading begins one; in code, a line that begins with # is none. */
const sectionsOf = (text: string) =>
  text.replaceAll(FENCE, (code) => code.replaceAll("\n", "\u0000")).split(/^(?=#)/m);

/** What stays the same in every language, section by section. */
function shapeOf(text: string): unknown[] {
  return sectionsOf(text).map((section) => {
    const prose = section.replaceAll(/^ *```.*```$/gm, "");
    const flowing = prose.replaceAll(/\n(?!\n)\s*/g, " ");
    return {
      level: /^#*/.exec(section)?.[0].length,
      blocks: section.match(/^ *```.*```$/gm),
      codes: flowing.match(/`[^`]+`/g)?.sort(),
      links: Array.from(flowing.matchAll(/\]\(([^)]+)\)/g), ([, link = ""]) => withoutFolder(link)).sort(),
      items: prose.match(/^\s*(?:[-*]|\d+\.) /gm)?.length,
      rows: prose.match(/^\|/gm)?.length,
      paragraphs: prose.trim().split(/\n\s*\n/).length,
    };
  });
}

/** What is not translated stands a folder higher; a picture is one of the same page in the reader's language. */
const withoutFolder = (link: string) =>
  link
    .replace(/^\.\.\/(?=operating\.md|decisions\/|images\/)/, "")
    .replace(/^images\/[\w-]+\//, "images/en/");

describe.each(LANGUAGES)("in %s", (language) => {
  test.each(TRANSLATED_GUIDES)(
    "%s has the headings, code, links, lists and tables of the English text",
    (name) => {
      expect(shapeOf(read(language, name))).toEqual(shapeOf(read(name)));
    },
  );

  test.each(ERROR_CODES)("the page of %s has the code, lists and paragraphs of the English text", (code) => {
    const [translated, english] = [language, DEFAULT_LOCALE].map((each) => readErrorPage(code, each));
    expect(translated?.language).toBe(language);
    expect(shapeOf(translated?.body ?? "")).toEqual(shapeOf(english?.body ?? ""));
  });

  test("no translation is left of a text that there is no more", () => {
    expect(fs.readdirSync(path.join(DOCS, language)).sort()).toEqual(TRANSLATED);
  });
});

test("the English texts are those that were translated", () => {
  const file = path.join(DOCS, "translated.json");
  const digests = Object.fromEntries(
    TRANSLATED.map((name) => [name, createHash("sha256").update(read(name)).digest("hex").slice(0, 16)]),
  );
  if (process.env["RECORD_TRANSLATED"] === "1")
    fs.writeFileSync(file, `${JSON.stringify(digests, null, 2)}\n`);
  expect(
    digests,
    `an English text has changed: change its translations (${LANGUAGES.join(", ")}) as well, then RECORD_TRANSLATED=1 npx vitest run lib/web/documents/translations`,
  ).toEqual(JSON.parse(fs.readFileSync(file, "utf8")));
});
