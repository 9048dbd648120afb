import { useLocale, useTranslations } from "next-intl";
import { OPENSEARCH_TYPE, openSearchPath } from "@/lib/platform/i18n/paths";
import type { Locale } from "@/lib/platform/i18n/routing";

/** Tells browsers that the market can be searched from their address bar; React puts it into <head>. */
export function SearchEngine() {
  const t = useTranslations("common.search");
  const href = openSearchPath(useLocale() as Locale);
  return <link rel="search" type={OPENSEARCH_TYPE} href={href} title={t("engine")} />;
}
