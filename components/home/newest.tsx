import { useTranslations } from "next-intl";
import { SkillMark } from "@/components/marks/skill-mark";
import { skillPath } from "@/components/skill/skill-path";
import { LineList } from "@/components/ui/line-list";
import { Price } from "@/components/ui/price";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import type { HomeView } from "@/lib/registry/views";

/** What came last, beside what is used most; nothing where the list of the most used is this one already. */
export function Newest({ skills }: { skills: HomeView["newest"] }) {
  const t = useTranslations("home.trending");
  if (skills.length === 0) return null;
  return (
    <section aria-labelledby="newest" className="mb-10">
      <SectionHead
        id="newest"
        title={t("title-new")}
        more={
          <SiteLink className="link" href="/skills?sort=newest">
            {t("all-new")}
          </SiteLink>
        }
      />
      <LineList>
        {skills.map((skill) => (
          <li key={skill.id}>
            <h3 className="flex items-center gap-2">
              <SkillMark skill={skill} />
              <SiteLink href={skillPath(skill.slug)}>{skill.displayName}</SiteLink>
            </h3>
            <span className="row-price text-end">
              <Price lamports={skill.priceLamports} />
            </span>
          </li>
        ))}
      </LineList>
    </section>
  );
}
