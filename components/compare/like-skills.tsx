import { useTranslations } from "next-intl";
import { CompareByName, CompareForm } from "@/components/compare/compare-form";
import type { NamedSkill } from "@/components/compare/compare-address";
import { SkillRowItem } from "@/components/skill/skill-row-item";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import type { SkillRow } from "@/lib/registry/views";

interface LikeSkillsProps {
  rows: readonly SkillRow[];
  chosen: readonly NamedSkill[];
}

/** Others of the same kind, to be set beside those that are chosen. */
export function LikeSkills({ rows, chosen }: LikeSkillsProps) {
  const t = useTranslations("compare");
  return (
    <section className="part" aria-labelledby="like">
      <SectionHead
        id="like"
        title={t("like")}
        more={
          <SiteLink className="link" href="/skills">
            {t("like-more")}
          </SiteLink>
        }
      />
      {rows.length === 0 ? (
        <p className="py-3 text-14 text-ink-2">{t("like-none")}</p>
      ) : (
        <CompareForm chosen={chosen}>
          <ol className="rows">
            {rows.map((skill) => (
              <SkillRowItem key={skill.id} skill={skill} heading="h3" compared />
            ))}
          </ol>
        </CompareForm>
      )}
      <CompareByName chosen={chosen} />
    </section>
  );
}
