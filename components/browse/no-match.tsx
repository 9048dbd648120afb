import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { activeFilters, withoutFilters, writeSearch } from "@/components/browse/search-params";
import { categoryName } from "@/components/skill/category-name";
import { Empty } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { formatCount } from "@/lib/platform/i18n/format";
import { feedPath } from "@/lib/platform/i18n/paths";
import type { FacetValue, SkillSearch } from "@/lib/search/views";

interface NoMatchProps {
  search: SkillSearch;
  /** The search stands among the wishes of this market now. */
  counted: boolean;
  /** Where else to look, for a search of words. */
  categories: readonly FacetValue[];
}

/**
 * Nothing found: whether the filters or the market are to blame, with the next step for each. Says that the search was
 * `counted` only if it was.
 */
export function NoMatch({ search, counted, categories }: NoMatchProps) {
  const t = useTranslations("browse.empty");
  if (activeFilters(search).length > 0)
    return (
      <EmptyResults
        title={t("title-filters")}
        words={t("filters")}
        next={{ href: `/skills${writeSearch(withoutFilters(search))}`, label: t("clear") }}
      />
    );
  const publish = { href: "/publish", label: t("publish") };
  if (search.q === undefined)
    return <EmptyResults title={t("title-none")} words={t("none")} next={publish} />;
  return (
    <EmptyResults
      title={t("title-words")}
      words={
        <>
          {t("words")} {counted ? t("counted") : null} <TellMe search={search} />
        </>
      }
      next={{ href: "/skills", label: t("all") }}
      other={publish}
    >
      <Categories values={categories} />
    </EmptyResults>
  );
}

/** Under skills that have some of the words: that the search was counted, and the next step. */
export function Unmet({ search }: { search: SkillSearch }) {
  const t = useTranslations("browse.empty");
  return (
    <p className="pt-5 text-14 text-ink-2 to-960:order-4 to-960:col-[1/-1]">
      {t("counted")} <TellMe search={search} />
    </p>
  );
}

/** The feed of a search has whatever it finds from now on. */
function TellMe({ search }: { search: SkillSearch }) {
  const t = useTranslations("browse.empty");
  return (
    <a className="link" href={feedPath("versions", { locale: useLocale(), search: writeSearch(search) })}>
      {t("tell-me")}
    </a>
  );
}

function Categories({ values }: { values: readonly FacetValue[] }) {
  const t = useTranslations();
  if (values.length === 0) return null;
  return (
    <nav className="pt-5 text-14" aria-label={t("browse.empty.categories")}>
      <p className="text-ink-3">{t("browse.empty.categories")}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5 pt-1.5">
        {values.map(({ value, count }) => (
          <li key={value}>
            <SiteLink className="link" href={`/skills${writeSearch({ category: value })}`}>
              {categoryName(value, t)}
            </SiteLink>{" "}
            <span className="text-ink-3">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface Step {
  href: string;
  label: string;
}

function EmptyResults({
  title,
  words,
  next,
  other,
  children,
}: {
  title: string;
  words: ReactNode;
  next: Step;
  other?: Step;
  children?: ReactNode;
}) {
  const t = useTranslations("browse.empty");
  return (
    <div className="pt-6 to-960:order-4 to-960:col-[1/-1]">
      <Empty
        title={title}
        actions={
          <>
            <SiteLink className="btn btn-sm btn-primary" href={next.href}>
              {next.label}
            </SiteLink>
            {other ? (
              <SiteLink className="btn btn-sm" href={other.href}>
                {other.label}
              </SiteLink>
            ) : null}
            <SiteLink className="btn btn-sm" href="/wanted">
              {t("wanted")}
            </SiteLink>
          </>
        }
      >
        {words}
      </Empty>
      {children}
    </div>
  );
}
