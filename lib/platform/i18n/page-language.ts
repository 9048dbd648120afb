import {
  DEFAULT_LOCALE,
  type Locale,
  LOCALE_COOKIE,
  LOCALE_COOKIE_SECONDS,
  LOCALES,
} from "@/lib/platform/i18n/routing";

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

/** Reads one header of a request, by its name in small letters. */
export type ReadHeader = (name: string) => string | null | undefined;

export interface PageLanguage {
  locale: Locale;
  /** The address begins with it; otherwise the cookie or the browser's list has chosen it. */
  inAddress: boolean;
  /** The address names another language than this reader would be given without: it is their choice, to be kept. */
  isNewChoice: boolean;
}

/**
 * The language of a page, of its path, else of the reader's cookie, else of Accept-Language. The only reader of these
 * three: what renders a page and what keeps it in a cache would poison each other if they read them in two ways.
 */
export function pageLanguage(path: string, header: ReadHeader): PageLanguage {
  const named = localeInPath(path);
  const unnamed = localeInCookie(header("cookie") ?? "") ?? preferredLocale(header("accept-language"));
  const isDocument = ["document", null, undefined].includes(header("sec-fetch-dest"));
  return {
    locale: named ?? unnamed,
    inAddress: named !== null,
    isNewChoice: isDocument && named !== null && named !== unnamed,
  };
}

/** True where this address answers with the page itself; false where it leads to the address of the language. */
export const isAddressOf = ({ locale, inAddress }: PageLanguage): boolean =>
  inAddress === (locale !== DEFAULT_LOCALE);

/** The `Set-Cookie` that keeps a choice. */
export const localeSetCookie = (locale: Locale): string =>
  `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${LOCALE_COOKIE_SECONDS}; SameSite=lax`;

/** A `Cookie` header with this language in place of whatever it says of one. */
export function withLocale(cookies: string | null | undefined, locale: Locale): string {
  const others = cookiesOf(cookies ?? "").filter(({ name }) => name !== LOCALE_COOKIE);
  return [...others.map(({ text }) => text), `${LOCALE_COOKIE}=${locale}`].join("; ");
}

/** The cookies of a `Cookie` header in their order (RFC 6265, 4.2.1), as they are written. */
export function cookiesOf(header: string): { name: string; value: string; text: string }[] {
  return header
    .split(";")
    .map((part) => part.trim())
    .filter((text) => text !== "")
    .map((text) => {
      const end = text.includes("=") ? text.indexOf("=") : text.length;
      return { name: text.slice(0, end).trim(), value: text.slice(end + 1).trim(), text };
    });
}

function localeInPath(path: string): Locale | null {
  const [, first = ""] = decoded(path).replace(/\/+/g, "/").split("/", 2);
  return LOCALES.find((locale) => locale.toLowerCase() === first.toLowerCase()) ?? null;
}

/** Null without one, for what is no language, and where two are named. */
function localeInCookie(header: string): Locale | null {
  const values = new Set(
    cookiesOf(header)
      .filter(({ name }) => name === LOCALE_COOKIE)
      .map(({ value }) => value),
  );
  const [value] = values;
  return values.size === 1 ? (LOCALES.find((locale) => locale === value) ?? null) : null;
}

/** Next decodes an address before it looks for a language. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
