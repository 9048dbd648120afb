import type { NewsItem } from "@/lib/catalogue/following/news";
import { setPage, skillPage } from "@/lib/log/events/notices/news";
import { getTranslations } from "@/lib/platform/i18n/translations";
import { isLocale } from "@/lib/platform/i18n/paths";
import { DEFAULT_LOCALE, type Locale } from "@/lib/platform/i18n/routing";
import { formatLamportsAsSol } from "@/lib/skill-format";

interface NewsWords {
  /** What happened, in a sentence. */
  title: string;
  /** What was said about it; empty where nothing was. */
  text: string;
  /** The page of it, without a language. */
  path: string;
}

/** What somebody reads of a thing that happened: on pages, in feeds and in mails. Words of publishers are as they wrote them. */
export function newsWords({ kind, name, version, publisher, data }: NewsItem, locale: Locale): NewsWords {
  const t = getTranslations({ locale, namespace: "following" });
  const said = (key: string) => (typeof data[key] === "string" ? data[key] : "");
  const values = {
    name,
    version: version ?? "",
    publisher: publisher ?? "",
    successor: said("successor"),
    before: solOf(said("priceBefore")),
    price: solOf(said("price")),
    id: said("advisoryId"),
  };
  const key = kind === "skill-deprecated" && values.successor !== "" ? "skill-succeeded" : kind;
  return {
    title: t(`news.${key}`, values),
    text: said("message") || said("reason") || said("description"),
    path: pathOf(),
  };

  function pathOf(): string {
    if (kind.startsWith("advisory")) return `/advisories/${values.id}`;
    if (kind.startsWith("set")) return setPage(name);
    if (kind === "version-sealed")
      return `${skillPage(name)}/security?version=${encodeURIComponent(values.version)}`;
    return version === null ? skillPage(name) : `${skillPage(name)}/v/${encodeURIComponent(version)}`;
  }
}

const solOf = (lamports: string) =>
  /^\d{1,20}$/.test(lamports) ? formatLamportsAsSol(BigInt(lamports)) : lamports;

/** A thing that happened as pages show it. */
export interface ShownNews extends NewsWords {
  id: string;
  occurredAt: string;
}

/** What happened, each with its words, for a page in a language. */
export const describeNews = (news: readonly NewsItem[], locale: string): ShownNews[] =>
  news.map((item) => ({
    ...newsWords(item, isLocale(locale) ? locale : DEFAULT_LOCALE),
    id: item.id,
    occurredAt: item.occurredAt.toISOString(),
  }));
