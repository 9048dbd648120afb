import { useTranslations } from "next-intl";
import { activeFilters, withoutFilters, writeSearch } from "@/components/browse/search-params";
import { Empty } from "@/components/ui/empty";
import { SiteLink } from "@/components/ui/site-link";
import type { SkillSearch } from "@/lib/search/search-views";

/** Nothing found: say whether the filters or the market are to blame, and the next step for each. */
export function NoMatch({ search }: { search: SkillSearch }) {
  const t = useTranslations("browse.empty");
  const filtered = activeFilters(search).length > 0;
  return (
    <div className="empty-results">
      <Empty
        title={filtered ? t("title-filters") : search.q === undefined ? t("title-none") : t("title-counted")}
        actions={
          <>
            {filtered ? (
              <SiteLink
                className="btn btn-sm btn-primary"
                href={`/skills${writeSearch(withoutFilters(search))}`}
              >
                {t("clear")}
              </SiteLink>
            ) : (
              <SiteLink className="btn btn-sm btn-primary" href="/publish">
                {t("publish")}
              </SiteLink>
            )}
            <SiteLink className="btn btn-sm" href="/wanted">
              {t("wanted")}
            </SiteLink>
          </>
        }
      >
        {filtered ? t("filters") : search.q === undefined ? t("none") : t("counted")}
      </Empty>
    </div>
  );
}
