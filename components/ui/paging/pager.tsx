import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { pagesToShow } from "@/components/ui/paging/pages-to-show";
import { SiteLink } from "@/components/ui/site-link";
import { formatCount } from "@/lib/i18n/format-count";

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  /** The address of a page of the same list. */
  hrefOf: (page: number) => string;
}

/** Pages by number, so that a position stays put and can be linked. Nothing when everything fits on one page. */
export function Pager({ page, pageSize, total, hrefOf }: PagerProps) {
  const t = useTranslations("common");
  const pages = Math.ceil(total / pageSize);
  if (pages <= 1) return null;
  const from = (page - 1) * pageSize + 1;
  return (
    <nav className="pager" aria-label={t("pager.label")}>
      <span>
        {t("pager.range", {
          from: formatCount(from),
          to: formatCount(Math.min(total, page * pageSize)),
          total: formatCount(total),
        })}
      </span>
      <ol>
        {pagesToShow(page, pages).map((number, index) => (
          <li key={number === 0 ? `gap-${index}` : number}>
            {number === 0 ? (
              <span aria-hidden="true">…</span>
            ) : (
              <SiteLink
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
      <div>
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
