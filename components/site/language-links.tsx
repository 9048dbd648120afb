import { useLocale } from "next-intl";
import { localizedPath } from "@/lib/i18n/paths";
import { LOCALES, LOCALE_NAMES } from "@/lib/i18n/routing";

/** The same page in each language, every name in its own language. */
export function LanguageLinks({ path }: { path: string }) {
  const current = useLocale();
  return LOCALES.map((locale) => (
    <a
      key={locale}
      href={localizedPath(locale, path)}
      hrefLang={locale}
      lang={locale}
      aria-current={locale === current ? "true" : undefined}
    >
      {LOCALE_NAMES[locale].name}
    </a>
  ));
}
