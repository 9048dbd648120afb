import { useLocale, useTranslations } from "next-intl";
import { REPLAY_STATES, writeExampleSearch, type ExampleSearch } from "@/components/examples/example-search";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { localizedPath } from "@/lib/i18n/paths";

/** Words and replay state; a capability comes by link and can be dropped. */
export function ExampleSearchForm({ search }: { search: ExampleSearch }) {
  const t = useTranslations("examples");
  const { capability, page: _page, ...rest } = search;
  return (
    <form className="example-search" action={localizedPath(useLocale(), "/examples")} data-live>
      <div className="search">
        <label className="vh" htmlFor="example-query">
          {t("page.search")}
        </label>
        <Icon name="search" />
        <input
          className="input"
          id="example-query"
          type="search"
          name="q"
          maxLength={200}
          defaultValue={search.q}
          placeholder={t("page.search")}
          autoComplete="off"
        />
      </div>
      <div className="sort">
        <label htmlFor="example-state">{t("page.state")}</label>
        <select className="input" id="example-state" name="state" defaultValue={search.state ?? "all"}>
          {REPLAY_STATES.map((state) => (
            <option key={state} value={state}>
              {t(`state.${state}`)}
            </option>
          ))}
          <option value="all">{t("page.all")}</option>
        </select>
      </div>
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
