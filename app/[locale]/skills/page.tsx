import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { leadToLastPage } from "@/app/[locale]/lead-to-last-page";
import { Facets } from "@/components/browse/facets";
import { ResultKeys, KeyListDialog } from "@/components/browse/key-list";
import { NoMatch, Unmet } from "@/components/browse/no-match";
import { ResultsHead } from "@/components/browse/results-head";
import { activeFilters, readSearch, writeSearch, type PageQuery } from "@/components/browse/search-params";
import { CompareForm } from "@/components/compare/compare-form";
import { PageShell } from "@/components/site/page-shell";
import { SearchEngine, SearchBox } from "@/components/site/search-box";
import { pageAlternates } from "@/components/site/page-metadata";
import { SkillRows } from "@/components/skill/row/skill-row";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { Pager } from "@/components/ui/pager";
import { markWords } from "@/lib/search/words/mark-words";
import { currentVisitor } from "@/lib/web/auth/current-visitor";
import { listCallsByDay } from "@/lib/catalogue/dashboard/list-calls-by-day";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { mapConfusableNames } from "@/lib/registry/names/confusable-names";
import { countSkills } from "@/lib/search/count-matches";
import { searchSkills } from "@/lib/search/search-skills";
import type { PageProps } from "@/app/[locale]/page-props";

const MOST_CATEGORIES = 8;

/** The categories with most skills, for whoever found nothing. */
const listCategories = async () => (await countSkills()).facets.category.slice(0, MOST_CATEGORIES);

export async function generateMetadata({ params, searchParams }: PageProps<PageQuery>): Promise<Metadata> {
  const { locale } = await params;
  const search = readSearch(await searchParams);
  const t = await getTranslations({ locale, namespace: "browse" });
  return {
    title: search.q ?? t("name"),
    description: t("description"),
    alternates: pageAlternates(locale, `/skills${writeSearch(search)}`, { search: writeSearch(search) }),
    // Filters multiply addresses without end; only the plain list and plain searches are for search engines.
    robots: { index: activeFilters(search).length === 0, follow: true },
  };
}

export default async function BrowsePage({ params, searchParams }: PageProps<PageQuery>) {
  const { locale } = await params;
  const search = readSearch(await searchParams);
  const [result, t, sets] = await Promise.all([
    searchSkills(search, { asker: currentVisitor }),
    getTranslations("browse"),
    getTranslations("sets.list"),
  ]);
  leadToLastPage(result, (page) => localizedPath(locale, `/skills${writeSearch({ ...search, page })}`));
  const [calls, resembled, categories] = await Promise.all([
    listCallsByDay(result.rows),
    mapConfusableNames(result.rows, search.q),
    result.total === 0 && search.q !== undefined ? listCategories() : [],
  ]);
  const filters = activeFilters(search).length;
  return (
    <PageShell
      plain
      path={`/skills${writeSearch(search)}`}
      section="browse"
      query={search.q}
      skipTo={{ href: "#results", label: t("skip") }}
    >
      <SearchEngine />
      {/* On a tablet the header has no search field, and a column of filters would leave the rows none of theirs. */}
      <div className="wrap grid grid-cols-[232px_minmax(0,1fr)] grid-rows-[auto_1fr] gap-x-14 pt-7 to-960:grid-cols-[auto_minmax(0,1fr)] to-960:grid-rows-none to-960:gap-x-3 to-960:pt-4">
        <SearchBox
          className="hidden to-960:-order-2 to-960:col-[1/-1] to-960:mb-3.5 to-960:flex to-960:[&_input]:min-h-11"
          id="narrow-search"
          query={search.q ?? ""}
        />
        <details className="peer hidden to-960:block" data-filters-toggle>
          <summary className="btn to-960:min-h-11">
            <Icon name="filters" />
            {t("filters")}
            {filters > 0 ? <span className="mono">{filters}</span> : null}
          </summary>
        </details>
        <Facets search={search} facets={result.facets} total={result.total} />
        <div
          className="focus:outline-0 to-960:contents"
          id="results"
          tabIndex={-1}
          data-unmet={result.total === 0 ? "" : undefined}
        >
          <ResultsHead search={search} result={result} />
          {result.rows.length === 0 ? (
            <NoMatch search={search} counted={result.counted} categories={categories} />
          ) : (
            <CompareForm>
              <SkillRows
                rows={result.rows}
                label={t("results")}
                compared
                of={(skill, i) => ({
                  missing: result.missing[i],
                  marked: markWords(skill.description, result.foundUnder[i] ?? new Set()),
                  callsByDay: calls.get(skill.id),
                  resembled: resembled.get(skill.slug),
                })}
              />
            </CompareForm>
          )}
          {result.rows.length > 0 && result.counted ? <Unmet search={search} /> : null}
          {result.rows.length > 0 ? <ResultKeys /> : null}
          <Pager
            page={result.page}
            pageSize={result.pageSize}
            total={result.total}
            hrefOf={(page) => `/skills${writeSearch({ ...search, page })}`}
          />
          <p className="pt-4.5 text-14 to-960:order-5 to-960:col-[1/-1]">
            <SiteLink className="link" href="/sets">
              {sets("title")}
            </SiteLink>
          </p>
        </div>
      </div>
      <KeyListDialog />
    </PageShell>
  );
}
