import type { useTranslations } from "next-intl";
import type { ActiveFilter } from "@/components/browse/search-params";
import { categoryName } from "@/components/skill/category-name";
import { platformName } from "@/components/skill/install/platform-name";
import { formatLamports } from "@/lib/i18n/format-lamports";

const LANGUAGES: Record<string, string> = { en: "English", zh: "简体中文", ko: "한국어" };

/** What a chip says of a filter in use. `t` speaks for the whole catalogue. */
export function filterLabel(
  { name, value }: ActiveFilter,
  t: ReturnType<typeof useTranslations<never>>,
): string {
  switch (name) {
    case "audit":
    case "trust":
      return t(`common.${name}.${value}`);
    case "without":
      return t(`browse.facets.no-${value}`);
    case "language":
      return LANGUAGES[value] ?? t("browse.facets.other-language");
    case "price":
      return /^\d+$/.test(value)
        ? t("browse.chip.most", { amount: formatLamports(value) })
        : t(`browse.facets.${value}`);
    case "proven":
      return t("browse.facets.some-proven");
    case "platform":
      return platformName(value);
    case "category":
      return categoryName(value, t);
    case "author":
    case "publisher":
      return t("browse.chip.author", { name: value });
    case "agent":
      return t("browse.chip.agent", { name: value });
    default:
      return value;
  }
}
