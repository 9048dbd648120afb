import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { skillPath } from "@/components/skill/links";
import { SideTitle } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import type { SkillDetail } from "@/lib/registry/views";

/** What every section of the rail is given. */
export interface RailSection {
  skill: SkillDetail;
}

/** A section of the rail. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <SideTitle>{title}</SideTitle>
      {children}
    </section>
  );
}

/** "4.8 from 212", leading to the reviews; nothing without any. */
export function Rating({ skill: { rating, slug } }: { skill: Pick<SkillDetail, "rating" | "slug"> }) {
  const t = useTranslations("skill.use");
  if (rating.average === null) return null;
  return (
    <SiteLink className="link" href={skillPath(slug, "reviews")}>
      <span className="mono">{rating.average.toFixed(1)}</span>{" "}
      <span className="text-ink-3">{t("from", { count: rating.count })}</span>
    </SiteLink>
  );
}
