import { defineRouting } from "next-intl/routing";

export const LOCALES = ["en", "zh-Hans", "ko"] as const;

export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "en";

/** Each language's name in that language, and the short form shown in the header. */
export const LOCALE_NAMES: Record<Locale, { name: string; short: string }> = {
  en: { name: "English", short: "EN" },
  "zh-Hans": { name: "简体中文", short: "中文" },
  ko: { name: "한국어", short: "한국어" },
};

export const LOCALE_COOKIE = "emporion-locale";
export const LOCALE_COOKIE_SECONDS = 31_536_000;

/** English has no prefix, the others have `/zh-Hans` and `/ko`; the choice is kept in a cookie for a year. */
export const routing = defineRouting({
  locales: LOCALES,
  defaultLocale: DEFAULT_LOCALE,
  localePrefix: "as-needed",
  localeCookie: { name: LOCALE_COOKIE, maxAge: LOCALE_COOKIE_SECONDS, sameSite: "lax" },
  // The pages name their own alternates in <head>, with the public address of this market.
  alternateLinks: false,
});
