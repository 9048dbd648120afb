import { useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { leadToLastPage } from "@/app/[locale]/lead-to-last-page";
import { SearchField } from "@/components/forms/field";
import { SetList } from "@/components/sets/set-list";
import { publicPage } from "@/components/site/page-metadata";
import { PageShell } from "@/components/site/page-shell";
import { PageTitle } from "@/components/ui/page-parts";
import { Pager } from "@/components/ui/pager";
import { SiteLink } from "@/components/ui/site-link";
import { listSets } from "@/lib/catalogue/sets/list-sets";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = publicPage("/sets", "sets.list");

/** Every set that stands, by name, and a search of their names. */
export default async function SetsPage({ params, searchParams }: PageProps) {
  const { locale } = await params;
  const query = await searchParams;
  const q = [query["q"]].flat()[0]?.slice(0, MAX_QUERY_CHARACTERS) ?? "";
  const hrefOf = (page: number) => {
    const search = new URLSearchParams([
      ...(q === "" ? [] : [["q", q]]),
      ...(page === 1 ? [] : [["page", String(page)]]),
    ]).toString();
    return search === "" ? "/sets" : `/sets?${search}`;
  };
  const [found, t] = await Promise.all([
    listSets({ q, page: Number(query["page"] ?? 1) }),
    getTranslations("sets.list"),
  ]);
  leadToLastPage(found, (page) => localizedPath(locale, hrefOf(page)));
  return (
    <PageShell plain path={hrefOf(found.page)} section="browse">
      <div className="wrap">
        <PageTitle title={t("title")} lead={t("lead")} />
        <SetSearch q={q} />
        <div className="max-w-[960px] pt-6">
          {found.rows.length === 0 ? (
            <p className="text-14 text-ink-2">{t(q === "" ? "none" : "none-found")}</p>
          ) : (
            <SetList sets={found.rows} />
          )}
          <Pager {...found} hrefOf={hrefOf} />
        </div>
        <p className="pt-6 text-14">
          <SiteLink className="link" href="/dashboard/sets">
            {t("make")}
          </SiteLink>
        </p>
      </div>
    </PageShell>
  );
}

const MAX_QUERY_CHARACTERS = 60;

function SetSearch({ q }: { q: string }) {
  const t = useTranslations("sets.list");
  return (
    <form className="mt-6 flex max-w-[440px] gap-2.5" action={localizedPath(useLocale(), "/sets")}>
      <div className="relative flex flex-1 items-center">
        <SearchField
          id="set-query"
          label={t("search")}
          name="q"
          defaultValue={q}
          placeholder={t("search")}
          maxLength={MAX_QUERY_CHARACTERS}
        />
      </div>
      <button type="submit" className="btn">
        {t("find")}
      </button>
    </form>
  );
}
