import type { Locale } from "@/lib/platform/i18n/routing";
import { getTranslations } from "@/lib/platform/i18n/translations";
import type { MarketKind } from "@/lib/advisories/kinds";
import type { AdvisoryView } from "@/lib/advisories/read-advisories";

/** What an advisory is called and says, in one language. */
export interface AdvisoryWords {
  /** What kind it is. */
  kind: string;
  summary: string;
  details: string;
  whatToDo: string;
}

/** What the market says of a cause: `skill` is its present name, `key` the leaked one. */
export function marketWords(
  kind: MarketKind,
  values: { skill: string; key: string },
  locale: Locale,
): Omit<AdvisoryWords, "kind"> {
  const t = getTranslations({ locale, namespace: "advisories" });
  return {
    summary: t(`kinds.${kind}.summary`, values),
    details: t(`kinds.${kind}.details`, values),
    whatToDo: t(`kinds.${kind}.do`, values),
  };
}

/** The words of an advisory: a verifier's as they were written, the market's own in the language of the reader. */
export function advisoryWords(advisory: AdvisoryView, locale: Locale): AdvisoryWords {
  const { kind, slug, key, summary, details, whatToDo } = advisory;
  const name = getTranslations({ locale, namespace: "advisories" })(`kinds.${kind}.name`);
  const own = { summary, details, whatToDo };
  const words =
    kind === "verifier-finding" ? own : marketWords(kind, { skill: slug ?? "", key: key ?? "" }, locale);
  return { kind: name, ...words };
}
