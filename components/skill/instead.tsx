import { useTranslations } from "next-intl";
import { SkillRows } from "@/components/skill/row/skill-rows";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import type { SkillDetail, SkillRow } from "@/lib/registry/views";

type Gone = Pick<SkillDetail, "category" | "capabilities" | "publisher">;

/**
 * Where a reader goes whose skill is offered no more: to others of its kind, the lists, and its publisher's
 * other skills.
 */
export function Instead({ skill, rows }: { skill: Gone; rows: readonly SkillRow[] }) {
  const t = useTranslations("skill.instead");
  const kind = kindOf(skill, rows);
  return (
    <section className="part" aria-labelledby="instead">
      <SectionHead id="instead" title={t("title")} />
      {rows.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("none")}</p>
      ) : (
        <SkillRows rows={rows} heading="h3" labelledBy="instead" />
      )}
      <p className="flex flex-wrap gap-3 pt-4">
        <SiteLink className="btn btn-primary" href={kind === null ? "/skills" : `/skills?${kind}`}>
          {t(kind === null ? "browse" : "kind")}
        </SiteLink>
        {skill.publisher === null ? null : (
          <SiteLink className="btn" href={`/people/${encodeURIComponent(skill.publisher)}`}>
            {t("publisher", { publisher: skill.publisher })}
          </SiteLink>
        )}
      </p>
    </section>
  );
}

/** The search for the kind that all rows are of; null where they were found by other means. */
function kindOf({ category, capabilities }: Gone, rows: readonly SkillRow[]): URLSearchParams | null {
  if (rows.length === 0) return null;
  if (category !== null)
    return rows.every((row) => row.category === category) ? new URLSearchParams({ category }) : null;
  const [capability] = capabilities;
  return capability !== undefined && rows.every((row) => row.capabilities.includes(capability))
    ? new URLSearchParams({ capability })
    : null;
}
