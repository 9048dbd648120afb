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
