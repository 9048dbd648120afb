import fs from "node:fs";
import path from "node:path";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "@/lib/platform/i18n/routing";
import type { Guide } from "./guides";
import { findMarketPackage, MARKET_PACKAGES } from "./market-packages";

const kept = new Map<string, string | null>();

/**
 * A file of the project's `docs` folder, or null when there is none. Read once per process (each time in development).
 * `name` is one of our own names, never what a caller wrote.
 */
export function readText(...name: string[]): string | null {
  const file = path.join(docsFolder(), ...name);
  const known = kept.get(file);
  if (known !== undefined && process.env.NODE_ENV !== "development") return known;
  const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : null;
  kept.set(file, text);
  return text;
}

/** The Markdown files of a folder below `docs`, without their ending, in order; none when there is no such folder. */
function listTexts(folder: string): string[] {
  const directory = path.join(docsFolder(), folder);
  if (!fs.existsSync(directory)) return [];
  return fs
    .readdirSync(directory)
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.basename(name, ".md"))
    .sort();
}

const docsFolder = () => path.join(/* turbopackIgnore: true */ process.cwd(), "docs");

export interface DocumentText {
  /** The text of its first heading. */
  title: string;
  /** The first paragraph, as plain text, for a list or a search engine. */
  summary: string;
  /** Markdown without the first heading. */
  body: string;
}

/** A document in the language of a page, or in English where nobody translated it. */
export interface ReadDocument extends DocumentText {
  language: Locale;
  /**
   * The words of the headings in the body of the English text, in order. They name the places in the document in every
   * language, so that one address leads to the same place in each.
   */
  places: readonly string[];
}

/** A remark to those who edit the file, on lines of its own. */
const COMMENT = /^<!--[\s\S]*?-->\n/gm;

const CODE = /^```[\s\S]*?^```/gm;
/** How the files write the market's own address, for readers of the repository. */
const WRITTEN_ADDRESS = /https:\/\/MARKET|http:\/\/127\.0\.0\.1:3000(?=\/)/g;

/** How they write the SHA-256 of a package that the market serves. */
const WRITTEN_DIGEST = /SHA-256-OF-([\w-]+\.tgz)/g;

/**
 * A guide, whose code names this market by its own `origin` and its packages by their digests, so that it can be
 * pasted; null when its file is not there.
 */
export function readGuide(guide: Guide, origin: string, locale: string): ReadDocument | null {
  const document = readDocument(locale, `${guide}.md`);
  const body = document?.body.replaceAll(CODE, (code) =>
    code.replaceAll(WRITTEN_ADDRESS, origin).replaceAll(WRITTEN_DIGEST, digestOf),
  );
  return document && { ...document, body: body ?? "" };
}

/** A text that is no page, with the address of this market in it; null when its file is not there. */
export const readPlain = (name: string, origin: string): string | null =>
  readText(name)?.replaceAll(WRITTEN_ADDRESS, origin) ?? null;

function digestOf(written: string, file: string): string {
  const name = MARKET_PACKAGES.find((each) => each === file);
  return (name && findMarketPackage(name)?.sha256) ?? written;
}

/**
 * A file of the docs folder; `name` as in `readText`. A translation stands in the folder of its language, below the
 * same name. Null when there is no English text.
 */
export function readDocument(locale: string, ...name: string[]): ReadDocument | null {
  const original = toDocument(readText(...name));
  if (!original) return null;
  const language = LOCALES.find((known) => known === locale) ?? DEFAULT_LOCALE;
  const translated = language === DEFAULT_LOCALE ? null : toDocument(readText(language, ...name));
  const places = headingsOf(original.body);
  return translated ? { ...translated, language, places } : { ...original, language: DEFAULT_LOCALE, places };
}

/** A text of the docs folder as title and body. */
export function toDocument(text: string | null): DocumentText | null {
  if (text === null) return null;
  const shown = text.replaceAll("\r\n", "\n").replaceAll(COMMENT, "");
  const [, title = "", body = ""] = /^# (.+)\n([\s\S]*)$/.exec(shown) ?? [];
  return title === ""
    ? null
    : { title: plain(title), summary: plain(firstParagraph(body)), body: body.trim() };
}

const headingsOf = (body: string): string[] =>
  Array.from(body.replaceAll(CODE, "").matchAll(/^#{2,6} (.+)$/gm), ([, words = ""]) => plain(words));

function firstParagraph(body: string): string {
  const paragraph = body
    .trim()
    .split(/\n\s*\n/)
    .find((block) => /^[^#|>`\-*<]/.test(block));
  return (paragraph ?? "").replaceAll("\n", " ");
}

/** Without the marks of Markdown that would show in a list. */
function plain(text: string): string {
  return text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .trim();
}

const FOLDER = "dialects";
/** `README.md` is for those who browse the folder; its place is taken by our own list. */
const ID = /^[a-z][a-z0-9-]*$/;

export interface DialectDocument extends ReadDocument {
  id: string;
}

/**
 * The texts of `docs/dialects`, which are English: the rules of each dialect, and what they share; none when the folder
 * is not there.
 */
export function listDialectDocuments(): DialectDocument[] {
  return documentIds().flatMap((id) => readDialectDocument(id) ?? []);
}

/** Null for an id that names no file of the folder, whatever it looks like. */
export function readDialectDocument(id: string): DialectDocument | null {
  if (!documentIds().includes(id)) return null;
  const document = readDocument(DEFAULT_LOCALE, FOLDER, `${id}.md`);
  return document && { id, ...document };
}

const documentIds = () => listTexts(FOLDER).filter((id) => ID.test(id));
