import { useLocale, useTranslations } from "next-intl";
import { filterLabel } from "@/components/browse/filter-label";
import {
  activeFilters,
  SORTS,
  withoutFilters,
  writeAgentSearch,
  writeSearch,
} from "@/components/browse/search-params";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { feedPath } from "@/lib/i18n/feed-path";
import { formatCount } from "@/lib/i18n/format-count";
import type { SkillSearch, SkillSearchResult } from "@/lib/registry/wanted/search-views";

interface ResultsHeadProps {
  search: SkillSearch;
  result: Pick<SkillSearchResult, "total" | "answeringAll" | "corrected">;
}

/** How many, in which order, under which filters, how the words were read; and the same search for agents. */
export function ResultsHead({ search, result: { total, answeringAll, corrected } }: ResultsHeadProps) {
  const t = useTranslations("browse");
  const query = search.q ?? search.capability;
  const found =
    query === undefined
      ? t("title", { count: total, shown: formatCount(total) })
      : t("title-for", { count: total, shown: formatCount(total), query });
  return (
    <div className="results-head">
      <h1>{found}</h1>
      <Sort search={search} />
      {corrected.map(({ written, meant }) => (
        <p key={written} className="read-as">
          {t("read-as", { written, meant })}
        </p>
      ))}
      {search.q !== undefined && answeringAll > 0 && answeringAll < total ? (
        <p className="read-as">
          {t("answer-all", { count: answeringAll, shown: formatCount(answeringAll) })}
        </p>
      ) : null}
      <Chosen search={search} />
      <p className="vh" role="status">
        {found}
      </p>
    </div>
  );
}

/** A field of the filter form that stands here, beside the results it orders. */
function Sort({ search }: { search: SkillSearch }) {
  const t = useTranslations("browse.sort");
  return (
    <div className="sort">
      <label htmlFor="sort">{t("label")}</label>
      <select className="input" id="sort" name="sort" form="filters" defaultValue={search.sort ?? ""}>
        {SORTS.map((sort) => (
          <option key={sort} value={sort === "relevance" ? "" : sort}>
            {t(sort === "relevance" && search.q === undefined ? "most-used" : sort)}
          </option>
        ))}
      </select>
    </div>
  );
}

function Chosen({ search }: { search: SkillSearch }) {
  const t = useTranslations();
  const locale = useLocale();
  const filters = activeFilters(search);
  const agentQuery = writeAgentSearch(search);
  return (
    <div className="chosen">
      <ul>
        {filters.map((filter) => {
          const label = filterLabel(filter, t);
          return (
            <li key={`${filter.name}-${filter.value}`}>
              <SiteLink
                className="filter-chip"
                href={`/skills${writeSearch(filter.without)}`}
                aria-label={t("browse.chip.remove", { filter: label })}
              >
                {label}
                <Icon name="close" size={14} />
              </SiteLink>
            </li>
          );
        })}
      </ul>
      {filters.length > 0 ? (
        <SiteLink className="link" href={`/skills${writeSearch(withoutFilters(search))}`}>
          {t("browse.chip.clear")}
        </SiteLink>
      ) : null}
      <span>
        <a className="link" href={feedPath("versions", { locale, search: writeSearch(search) })}>
          {t("browse.as-feed")}
        </a>
        {agentQuery === null ? null : (
          <>
            {" · "}
            <a className="link" href={`/v1/agent/search${agentQuery}`}>
              {t("browse.as-json")}
            </a>
          </>
        )}
      </span>
    </div>
  );
}
