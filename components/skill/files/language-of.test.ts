import { expect, test } from "vitest";
import { languageOf, readerLanguageOf } from "@/components/skill/files/language-of";
import { LOCALES } from "@/lib/platform/i18n/routing";

test("every interface has texts that its readers read first, marked as being in its language", () => {
  expect(LOCALES.map((locale) => readerLanguageOf(locale))).toEqual(["en", "zh", "ko"]);
  for (const locale of LOCALES) expect(languageOf(readerLanguageOf(locale) ?? "und")).toBe(locale);
  expect(readerLanguageOf("fr")).toBeUndefined();
});
