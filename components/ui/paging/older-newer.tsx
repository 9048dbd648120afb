import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";

interface OlderNewerProps {
  page: number;
  /** There is, or may be, another page. */
  more: boolean;
  hrefOf: (page: number) => string;
  /** What the two ways are called: a log goes back in time, a queue goes on. */
  words?: readonly [before: "newer" | "previous", after: "older" | "next"];
  /** What is paged, where a page holds two such lists. */
  label?: string;
}

/** The two ways through a list whose length nobody needs to know. */
export function OlderNewer({ page, more, hrefOf, words: [before, after] = LOG, label }: OlderNewerProps) {
  const t = useTranslations("common.pager");
  if (page === 1 && !more) return null;
  return (
    <nav className="acts" aria-label={label === undefined ? t("label") : t("labelOf", { list: label })}>
      {page > 1 ? (
        <SiteLink className="btn btn-sm" href={hrefOf(page - 1)} rel="prev">
          {t(before)}
        </SiteLink>
      ) : null}
      {more ? (
        <SiteLink className="btn btn-sm" href={hrefOf(page + 1)} rel="next">
          {t(after)}
        </SiteLink>
      ) : null}
    </nav>
  );
}

const LOG = ["newer", "older"] as const;
