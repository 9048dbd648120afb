import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { formatCount } from "@/lib/platform/i18n/format";

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  /** The address of a page of the same list. */
  hrefOf: (page: number) => string;
}

const PLACE = "grid h-8.5 min-w-8.5 place-items-center rounded-1 to-960:h-11 to-960:min-w-11";

/** Pages by number, so that a position stays put and can be linked. Nothing when everything fits on one page. */
export function Pager({ page, pageSize, total, hrefOf }: PagerProps) {
  const t = useTranslations("common");
  const pages = Math.ceil(total / pageSize);
  if (pages <= 1) return null;
  const from = (page - 1) * pageSize + 1;
  return (
    <nav
      className="flex items-center justify-between gap-3 pt-4.5 text-14 to-960:order-4 to-960:col-[1/-1]"
      aria-label={t("pager.label")}
    >
      <span className="text-ink-3 to-960:hidden">
        {t("pager.range", {
          from: formatCount(from),
          to: formatCount(Math.min(total, page * pageSize)),
          total: formatCount(total),
        })}
      </span>
      <ol className="flex gap-0.5 font-mono text-13 leading-none">
        {pagesToShow(page, pages).map((number, index) => (
          <li key={number === 0 ? `gap-${index}` : number}>
            {number === 0 ? (
              <span className={PLACE} aria-hidden="true">
                …
              </span>
            ) : (
              <SiteLink
                className={`${PLACE} hover:bg-hover aria-[current]:bg-ink aria-[current]:text-paper`}
                href={hrefOf(number)}
                aria-label={t("pager.page", { number })}
                aria-current={number === page ? "page" : undefined}
              >
                {number}
              </SiteLink>
            )}
          </li>
        ))}
      </ol>
      <div className="min-w-21 text-end">
        {page < pages ? (
          <SiteLink className="btn btn-sm" href={hrefOf(page + 1)} rel="next">
            {t("pager.next")}
            <Icon name="arrow" />
          </SiteLink>
        ) : null}
      </div>
    </nav>
  );
}

/**
 * Which page numbers a pager shows: first, last, and those around the current one; 0 stands for a gap.
 * Never more than nine entries.
 */
export function pagesToShow(page: number, pages: number): number[] {
  const near = [1, pages, page - 1, page, page + 1].filter((number) => number >= 1 && number <= pages);
  const numbers = [...new Set(near)].sort((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1] ?? 0;
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [0, number] : [number];
  });
}

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

/** The page an address asks for, from 1; anything else is the first. */
export function pageNumber(value: string | string[] | undefined): number {
  const page = Number(Array.isArray(value) ? value[0] : value);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
