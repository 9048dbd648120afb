import type { ContentLanguage } from "@/lib/registry/views";

const TAGS: Record<ContentLanguage, string | undefined> = {
  en: "en",
  zh: "zh-Hans",
  ko: "ko",
  und: undefined,
};

/** The `lang` of text its author wrote, so that it is read aloud and broken into lines in its own language. */
export function languageOf(language: ContentLanguage): string | undefined {
  return TAGS[language];
}

/** The language of texts that a reader of this interface reads first; undefined for an interface there is none of. */
export function readerLanguageOf(locale: string): ContentLanguage | undefined {
  return (Object.keys(TAGS) as ContentLanguage[]).find((language) => TAGS[language] === locale);
}
