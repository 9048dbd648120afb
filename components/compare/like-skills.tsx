import { useTranslations } from "next-intl";
import { CompareByName, CompareForm } from "@/components/compare/compare-form";
import type { NamedSkill } from "@/components/compare/compare-address";
import { SkillRows } from "@/components/skill/row/skill-rows";
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
          <SkillRows rows={rows} heading="h3" compared />
        </CompareForm>
      )}
      <CompareByName chosen={chosen} />
    </section>
  );
}
