import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, test } from "vitest";
import { loadMessages, type Messages } from "@/lib/platform/i18n/translations";
import { DEFAULT_LOCALE } from "@/lib/platform/i18n/routing";

/** One row for each idea: the word for it in each language, and words that were used for it and are not any more. */
const ROWS = fs
  .readFileSync(path.join(import.meta.dirname, "glossary.tsv"), "utf8")
  .replace(/\n$/, "")
  .split("\n")
  .map((line) => line.split("\t"));
const [HEADER = [], ...IDEAS] = ROWS;
const TRANSLATIONS = ["zh-Hans", "ko"] as const;

const column = (row: readonly string[], name: string) => row[HEADER.indexOf(name)] ?? "";
const wordsOf = (cell: string) => cell.split("|").filter((word) => word !== "");

/** What people read, without the names of values and tags. */
const shown = (text: string) => text.replaceAll(/<[^<>]*>|\{\w+\}/g, " ");

const flatten = (messages: Messages, prefix = ""): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, shown(value)]] : flatten(value, `${prefix}${key}.`),
  );

const english = flatten(loadMessages(DEFAULT_LOCALE));

/** Each text in a language, by where it stands: messages and documents. */
function textsOf(locale: (typeof TRANSLATIONS)[number]): [string, string][] {
  const folder = path.join("docs", locale);
  const documents = fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file): [string, string] => [file, fs.readFileSync(path.join(folder, file), "utf8")]);
  return [...flatten(loadMessages(locale)), ...documents];
}

test("each row has a cell for each column, and no two ideas share a word that is not used", () => {
  expect(ROWS.filter((row) => row.length !== HEADER.length)).toEqual([]);
  const refused = IDEAS.flatMap((row) =>
    TRANSLATIONS.flatMap((locale) => wordsOf(column(row, `not ${locale}`))),
  );
  expect(new Set(refused).size).toBe(refused.length);
});

describe.each(TRANSLATIONS)("in %s", (locale) => {
  const texts = textsOf(locale);
  const translated = new Map(flatten(loadMessages(locale)));

  it.each(IDEAS)("%s has one word", (...row) => {
    const said = new RegExp(`\\b(?:${column(row, "en")})\\b`, "i");
    const words = wordsOf(column(row, locale));
    const elsewhere = english.filter(
      ([key, text]) => said.test(text) && !words.some((word) => translated.get(key)?.includes(word)),
    );
    expect(elsewhere.map(([key]) => `${key}: ${translated.get(key)}`)).toEqual([]);
    const refused = wordsOf(column(row, `not ${locale}`));
    const old = texts.filter(([, text]) => refused.some((word) => text.includes(word)));
    expect(old.map(([where]) => where)).toEqual([]);
  });
});

/** Commas and the like of English between Chinese characters. */
test("Chinese texts have Chinese punctuation", () => {
  const foreign = flatten(loadMessages("zh-Hans")).filter(([, text]) =>
    /\p{sc=Han}\s*[,;:?!](?!\w)/u.test(text),
  );
  expect(foreign.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
});
