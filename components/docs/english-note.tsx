import { useLocale, useTranslations } from "next-intl";
import { DEFAULT_LOCALE } from "@/lib/platform/i18n/routing";

/** Says to who reads another language that what follows is English; nothing where the page is English as well. */
export function EnglishNote() {
  const t = useTranslations("docs");
  return useLocale() === DEFAULT_LOCALE ? null : <p className="pt-4 text-13 text-ink-3">{t("english")}</p>;
}
