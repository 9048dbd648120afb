import { useTranslations } from "next-intl";
import { comparePath, namedSkill } from "@/components/compare/compare-address";
import type { ComparedSkill } from "@/components/compare/compared-skill";
import { countFacts } from "@/components/compare/facts";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { PageTitle } from "@/components/ui/page-title";
import { SiteLink } from "@/components/ui/site-link";

interface CompareHeadProps {
  columns: readonly ComparedSkill[];
  onlyDifferences: boolean;
}

/** What is compared, in how much it differs, and the choice to see only that. */
export function CompareHead({ columns, onlyDifferences }: CompareHeadProps) {
  const t = useTranslations();
  const [first] = columns;
  return (
    <>
      <Breadcrumbs
        crumbs={[{ name: t("common.nav.browse"), href: "/skills" }, { name: t("compare.title") }]}
      />
      <PageTitle
        title={
          columns.length > 1
            ? t("compare.side-by-side", { count: columns.length })
            : first === undefined
              ? t("compare.title")
              : t("compare.title-with", { name: first.skill.displayName })
        }
        lead={t("compare.lead")}
      />
      {columns.length > 1 ? <FactsShown columns={columns} onlyDifferences={onlyDifferences} /> : null}
    </>
  );
}

function FactsShown({ columns, onlyDifferences }: CompareHeadProps) {
  const t = useTranslations("compare");
  const { all, differing } = countFacts(columns);
  const named = columns.map(({ skill }) => namedSkill(skill));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-5 text-13 text-ink-3">
      <span className="segments">
        {([false, true] as const).map((only) => (
          <SiteLink
            key={String(only)}
            href={comparePath(named, only)}
            aria-current={only === onlyDifferences ? "true" : undefined}
            rel="nofollow"
          >
            {only ? t("only-differences", { count: differing }) : t("all-facts", { count: all })}
          </SiteLink>
        ))}
      </span>
      <span>{t("signs")}</span>
    </div>
  );
}
