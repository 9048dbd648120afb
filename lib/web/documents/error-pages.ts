import { parse } from "yaml";
import { z } from "zod";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "@/lib/platform/i18n/routing";
import { ERROR_CODES, type ErrorCode } from "@/lib/kernel/error-codes";
import { type ReadDocument, readText } from "./read-document";

export interface ErrorPage extends Pick<ReadDocument, "body" | "language" | "places"> {
  /** What the code says in a few words, in the language of the page: in English, the title of its problem. */
  title: string;
}

const Text = z.string().trim().min(1);
const Sections = z.strictObject({ happened: Text, why: Text, next: Text });
/** One file per language, `errors.yaml`. A code without a text, or a text without a code, is refused. */
const Catalogue = z.strictObject({
  headings: Sections,
  codes: z.record(z.enum(ERROR_CODES), Sections.extend({ title: Text })),
});
type Catalogue = z.infer<typeof Catalogue>;

const kept = new Map<Locale, { text: string; catalogue: Catalogue }>();

export function isErrorCode(code: string): code is ErrorCode {
  return ERROR_CODES.some((known) => known === code);
}

/**
 * The page of an error code: what happened, why, what to do next. Every code has one in every language; in a
 * language that the market does not know it is in English.
 */
export function readErrorPage(code: ErrorCode, locale: string): ErrorPage {
  const language = LOCALES.find((known) => known === locale) ?? DEFAULT_LOCALE;
  const { headings, codes } = readCatalogue(language);
  const { title, ...texts } = codes[code];
  return {
    title,
    language,
    body: sectionNames.map((name) => `## ${headings[name]}\n\n${texts[name]}`).join("\n\n"),
    places: Object.values(readCatalogue(DEFAULT_LOCALE).headings),
  };
}

const sectionNames = Sections.keyof().options;

function readCatalogue(language: Locale): Catalogue {
  const folder = language === DEFAULT_LOCALE ? [] : [language];
  const text = readText(...folder, "errors.yaml") ?? "";
  const known = kept.get(language);
  if (known?.text === text) return known.catalogue;
  const catalogue = Catalogue.parse(parse(text));
  kept.set(language, { text, catalogue });
  return catalogue;
}
