import { publicPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import { leadToLastPage } from "@/app/[locale]/lead-to-last-page";
import { localizedPath } from "@/lib/platform/i18n/paths";
import {
  ExampleResults,
  readExampleSearch,
  writeExampleSearch,
  REPLAY_STATES,
  type ExampleSearch,
} from "@/components/examples/example-results";
import { PageShell } from "@/components/site/page-shell";
import { readerLanguageOf } from "@/components/skill/files/language-of";
import { PageTitle } from "@/components/ui/page-parts";
import { searchExamples } from "@/lib/search/search-examples";
import { useLocale, useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { InlineSelect, SearchField } from "@/components/forms/field";
import { SiteLink } from "@/components/ui/site-link";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = publicPage("/examples", "examples.page");

export default async function ExamplesPage({ params, searchParams }: PageProps) {
  const { locale } = await params;
  const search = readExampleSearch(await searchParams);
  const readerLanguage = readerLanguageOf(locale);
  const [found, t] = await Promise.all([
    searchExamples({ ...search, ...(readerLanguage === undefined ? {} : { readerLanguage }) }),
    getTranslations("examples.page"),
  ]);
  leadToLastPage(found, (page) =>
    localizedPath(locale, `/examples${writeExampleSearch({ ...search, page })}`),
  );
  return (
    <PageShell plain path={`/examples${writeExampleSearch(search)}`} section="examples">
      <div className="wrap">
        <PageTitle title={t("title")} lead={t("lead")} />
        <ExampleSearchForm search={search} />
        <ExampleResults search={search} found={found} />
      </div>
    </PageShell>
  );
}

/** Words and replay state; a capability comes by link and can be dropped. */
function ExampleSearchForm({ search }: { search: ExampleSearch }) {
  const t = useTranslations("examples");
  const { capability, page: _page, ...rest } = search;
  return (
    <form
      className="mt-6 flex flex-wrap items-center gap-x-3.5 gap-y-2.5"
      action={localizedPath(useLocale(), "/examples")}
      data-live
    >
      <div className="relative flex max-w-[440px] flex-[1_1_260px] items-center">
        <SearchField
          id="example-query"
          label={t("page.search")}
          name="q"
          defaultValue={search.q}
          placeholder={t("page.search")}
        />
      </div>
      <InlineSelect
        label={t("page.state")}
        id="example-state"
        name="state"
        defaultValue={search.state ?? "all"}
      >
        {REPLAY_STATES.map((state) => (
          <option key={state} value={state}>
            {t(`state.${state}`)}
          </option>
        ))}
        <option value="all">{t("page.all")}</option>
      </InlineSelect>
      <button className="btn btn-sm">{t("page.go")}</button>
      {capability === undefined ? null : (
        <>
          <input type="hidden" name="capability" value={capability} />
          <SiteLink
            className="filter-chip"
            href={`/examples${writeExampleSearch(rest)}`}
            aria-label={`${t("page.clear")}: ${t("page.capability", { name: capability })}`}
          >
            {t("page.capability", { name: capability })}
            <Icon name="close" size={14} />
          </SiteLink>
        </>
      )}
    </form>
  );
}
