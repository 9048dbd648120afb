import { useTranslations } from "next-intl";
import { activeFilters, withoutFilters, writeSearch } from "@/components/browse/search-params";
import { Empty } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import type { SkillSearch } from "@/lib/search/views";

/**
 * Nothing found: whether the filters or the market are to blame, with the next step for each. Says that the search was
 * `counted` only if it was.
 */
export function NoMatch({ search, counted }: { search: SkillSearch; counted: boolean }) {
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
      title={counted ? t("title-counted") : t("title-words")}
      words={counted ? t("counted") : t("words")}
      next={{ href: "/skills", label: t("all") }}
      other={publish}
    />
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
}: {
  title: string;
  words: string;
  next: Step;
  other?: Step;
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
    </div>
  );
}
