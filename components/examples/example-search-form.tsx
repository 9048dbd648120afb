import { useLocale, useTranslations } from "next-intl";
import { REPLAY_STATES, writeExampleSearch, type ExampleSearch } from "@/components/examples/example-search";
import { Icon } from "@/components/ui/icon";
import { InlineSelect } from "@/components/ui/inline-select";
import { SearchField } from "@/components/ui/search-field";
import { SiteLink } from "@/components/ui/site-link";
import { localizedPath } from "@/lib/platform/i18n/paths";

/** Words and replay state; a capability comes by link and can be dropped. */
export function ExampleSearchForm({ search }: { search: ExampleSearch }) {
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
