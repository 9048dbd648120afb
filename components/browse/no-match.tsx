import { useTranslations } from "next-intl";
import { NearestList } from "@/components/browse/nearest-list";
import { activeFilters, withoutFilters, writeSearch } from "@/components/browse/search-params";
import { Empty } from "@/components/ui/empty";
import { SiteLink } from "@/components/ui/site-link";
import type { NearestSkills } from "@/lib/catalogue/search/find-nearest";
import type { SkillSearch } from "@/lib/registry/wanted/search-views";

/**
 * Nothing found: what comes nearest, and whether the filters or the market are to blame, with the next step for each.
 */
export function NoMatch({ search, nearest }: { search: SkillSearch; nearest: NearestSkills | null }) {
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
  if (nearest?.meant) return <NearestList nearest={nearest} />;
  return (
    <>
      {nearest ? <NearestList nearest={nearest} /> : null}
      <EmptyResults
        title={t("title-counted")}
        words={t("counted")}
        next={{ href: "/skills", label: t("all") }}
        other={publish}
      />
    </>
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
    <div className="empty-results">
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
