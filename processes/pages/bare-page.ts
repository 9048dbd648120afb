import { getTranslations } from "@/lib/platform/i18n/translations";
import { isLocale } from "@/lib/platform/i18n/paths";
import { preferredLocale } from "@/lib/platform/i18n/page-language";
import { LOCALES, type Locale } from "@/lib/platform/i18n/routing";

/**
 * `full`: more come at once than can be answered; `unavailable`: the database is away. `foreign`: a form of another
 * site; `misread`: a request that means nothing here.
 */
export type BareReason = "full" | "unavailable" | "foreign" | "misread";

export interface BarePage {
  status: number;
  html: string;
  /** Content Security Policy: it needs nothing. */
  policy: string;
  headers: Record<string, string>;
}

const STATUS: Record<BareReason, number> = { full: 503, unavailable: 503, foreign: 403, misread: 400 };
const RETRY_AFTER_SECONDS = "5";

/**
 * A page that is made of its sentences alone, for moments in which no file can be opened and no connection made, and
 * for requests that are not looked at: without styles, in the language of the address, or else of the reader.
 */
export function barePage(
  reason: BareReason,
  { path, acceptLanguage }: { path: string; acceptLanguage: string | undefined },
): BarePage {
  const prefix = path.split(/[/?]/, 2)[1];
  const locale = isLocale(prefix) ? prefix : preferredLocale(acceptLanguage);
  const said = SENTENCES[reason][locale];
  const status = STATUS[reason];
  return {
    status,
    html: `<!DOCTYPE html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${said.title}</title></head><body><main><h1>${said.title}</h1><p>${said.text}</p></main></body></html>`,
    policy: "default-src 'none'; frame-ancestors 'none'",
    headers: {
      "cache-control": "no-store",
      ...(status === 503 ? { "retry-after": RETRY_AFTER_SECONDS } : {}),
    },
  };
}

type Said = Record<"title" | "text", string>;

/** Read when the process starts: later there may be no file that can be opened. */
const SENTENCES: Record<BareReason, Record<Locale, Said>> = {
  full: inEveryLanguage("full"),
  unavailable: inEveryLanguage("unavailable"),
  foreign: inEveryLanguage("foreign"),
  misread: inEveryLanguage("misread"),
};

function inEveryLanguage(reason: BareReason): Record<Locale, Said> {
  const said = LOCALES.map((locale) => {
    const t = getTranslations({ locale, namespace: "states" });
    return [locale, { title: t(`${reason}.title`), text: t(`${reason}.text`) }];
  });
  return Object.fromEntries(said) as Record<Locale, Said>;
}
