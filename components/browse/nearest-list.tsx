import { useTranslations } from "next-intl";
import { writeSearch } from "@/components/browse/search-params";
import { SkillRowItem } from "@/components/skill/skill-row-item";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/slot";
import type { NearestSkills } from "@/lib/catalogue/search/find-nearest";

/** Skills near to words that found nothing, and why they are near. */
export function NearestList({ nearest: { meant, rows } }: { nearest: NearestSkills }) {
  const t = useTranslations("browse.nearest");
  return (
    <section className="nearest" aria-labelledby="nearest">
      <h2 id="nearest">
        {meant === null
          ? t("some-words")
          : t.rich("meant", {
              query: slot(
                <SiteLink className="link" href={`/skills${writeSearch({ q: meant })}`}>
                  {meant}
                </SiteLink>,
              ),
            })}
      </h2>
      <ol className="rows" aria-labelledby="nearest">
        {rows.map((skill) => (
          <SkillRowItem key={skill.id} skill={skill} heading="h3" />
        ))}
      </ol>
    </section>
  );
}
