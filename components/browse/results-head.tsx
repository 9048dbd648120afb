import { useLocale, useTranslations } from "next-intl";
import {
  activeFilters,
  SORTS,
  withoutFilters,
  writeAgentSearch,
  writeSearch,
  type ActiveFilter,
} from "@/components/browse/search-params";
import { SearchNote } from "@/components/site/search-box";
import { Icon } from "@/components/ui/icon";
import { InlineSelect } from "@/components/forms/field";
import { SiteLink } from "@/components/ui/site-link";
import { feedPath } from "@/lib/platform/i18n/paths";
import { formatCount, formatLamports } from "@/lib/platform/i18n/format";
import type { SkillSearch, SkillSearchResult } from "@/lib/search/views";
import { categoryName } from "@/components/skill/category-name";
import { platformName } from "@/components/skill/install/platform-name";

interface ResultsHeadProps {
  search: SkillSearch;
  result: Pick<SkillSearchResult, "total" | "answeringAll" | "corrected" | "matched">;
}

/** How many, in which order, under which filters, how the words were read; and the same search for agents. */
export function ResultsHead({
  search,
  result: { total, answeringAll, corrected, matched },
}: ResultsHeadProps) {
  const t = useTranslations("browse");
  const query = search.q ?? search.capability;
  const counts = { count: total, shown: formatCount(total) };
  const found =
    query === undefined
      ? t("title", counts)
      : search.q !== undefined && total > 0 && answeringAll === 0
        ? t(matched.every(({ length }) => length > 0) ? "title-some" : "title-near", { ...counts, query })
        : t("title-for", { ...counts, query });
  return (
    <div className="grid grid-cols-[1fr_auto] items-end gap-x-6 gap-y-3.5 border-b border-edge pb-3 to-960:contents">
      <h1 className="font-serif text-26 font-medium tracking-[-0.018em] wrap-anywhere to-960:-order-1 to-960:col-[1/-1] to-960:mb-3">
        {found}
      </h1>
      <Sort search={search} />
      {corrected.map(({ written, meant }) => (
        <p key={written} className="col-[1/-1] text-14">
          {t("read-as", { written, meant })}
        </p>
      ))}
      {search.q !== undefined && answeringAll > 0 && answeringAll < total ? (
        <p className="col-[1/-1] text-14">
          {t("answer-all", { count: answeringAll, shown: formatCount(answeringAll) })}
        </p>
      ) : null}
      {query === undefined ? null : (
        <SearchNote id="results-note" className="col-[1/-1] text-13 text-ink-3 to-960:order-3" />
      )}
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
    <InlineSelect label={t("label")} id="sort" name="sort" form="filters" defaultValue={search.sort ?? ""}>
      {SORTS.map((sort) => (
        <option key={sort} value={sort === "relevance" ? "" : sort}>
          {t(sort === "relevance" && search.q === undefined ? "most-used" : sort)}
        </option>
      ))}
    </InlineSelect>
  );
}

function Chosen({ search }: { search: SkillSearch }) {
  const t = useTranslations();
  const locale = useLocale();
  const filters = activeFilters(search);
  const agentQuery = writeAgentSearch(search);
  return (
    <div className="col-[1/-1] flex flex-wrap items-center gap-2 text-13 to-960:order-3 to-960:-mx-(--gutter) to-960:flex-nowrap to-960:overflow-x-auto to-960:border-b to-960:border-edge to-960:px-(--gutter) to-960:py-3 to-960:*:flex-none to-960:[scrollbar-width:none]">
      <ul className="contents">
        {filters.map((filter) => {
          const label = filterLabel(filter, t);
          return (
            <li key={`${filter.name}-${filter.value}`} className="to-960:flex-none">
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
      <span className="ms-auto">
        <SiteLink className="link" href="/docs/marks">
          {t("home.legend.label")}
        </SiteLink>
        {" · "}
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

const LANGUAGES: Record<string, string> = { en: "English", zh: "简体中文", ko: "한국어" };

/** What a chip says of a filter in use. `t` speaks for the whole catalogue. */
function filterLabel({ name, value }: ActiveFilter, t: ReturnType<typeof useTranslations<never>>): string {
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
