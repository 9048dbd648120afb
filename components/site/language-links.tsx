import { headers } from "next/headers";
import { getLocale } from "next-intl/server";
import { choosingPath, PAGE_QUERY_HEADER } from "@/lib/platform/i18n/paths";
import { LOCALES, LOCALE_NAMES } from "@/lib/platform/i18n/routing";

/** The same page, as it was asked for, in each language, every name in its own language. */
export async function LanguageLinks({ path }: { path: string }) {
  const [current, sent] = await Promise.all([getLocale(), headers()]);
  const [page = "/"] = path.split("?", 1);
  const address = `${page}${sent.get(PAGE_QUERY_HEADER) ?? ""}`;
  return LOCALES.map((locale) => (
    <a
      key={locale}
      href={choosingPath(locale, address)}
      hrefLang={locale}
      lang={locale}
      aria-current={locale === current ? "true" : undefined}
    >
      {LOCALE_NAMES[locale].name}
    </a>
  ));
}
