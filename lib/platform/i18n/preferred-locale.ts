import { DEFAULT_LOCALE, type Locale } from "@/lib/platform/i18n/routing";

const MAX_HEADER_CHARACTERS = 500;

/** The language of the first entry of an Accept-Language header that we have (RFC 9110, 12.5.4); else English. */
export function preferredLocale(header: string | null | undefined): Locale {
  const entries = (header ?? "")
    .slice(0, MAX_HEADER_CHARACTERS)
    .split(",")
    .map((entry) => {
      const [tag = "", ...parameters] = entry.trim().toLowerCase().split(";");
      const weight = parameters.map((each) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(each)?.[1]).find(Boolean);
      return { locale: localeOf(tag), weight: Number(weight ?? 1) };
    })
    .sort((one, other) => other.weight - one.weight);
  return entries.find(({ locale, weight }) => locale !== null && weight > 0)?.locale ?? DEFAULT_LOCALE;
}

function localeOf(tag: string): Locale | null {
  const [language] = tag.split("-", 1);
  if (language === "zh") return "zh-Hans";
  return language === "ko" || language === "en" ? language : null;
}
