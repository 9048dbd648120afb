import { useTranslations } from "next-intl";
import { ExampleItem } from "@/components/skill/examples/example-item";
import { languageOf } from "@/components/skill/files/language-of";
import { skillPath } from "@/components/skill/skill-path";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import type { SkillDetail } from "@/lib/registry/views";

const SHOWN = 2;

/**
 * The first examples, input beside output, on the page of the skill itself (USK v1.0, examples); the tab has all of
 * them. Nothing for a skill without examples.
 */
export function ExamplesPreview({ skill, pinned }: { skill: SkillDetail; pinned: string | undefined }) {
  const t = useTranslations("skill");
  const { examples } = skill;
  if (examples.length === 0) return null;
  return (
    <section className="part" aria-labelledby="examples-preview">
      <SectionHead
        id="examples-preview"
        title={t("tabs.examples")}
        more={
          <SiteLink className="link" href={skillPath(skill.slug, "examples", pinned)}>
            {t("overview.all-examples", { count: examples.length })}
          </SiteLink>
        }
      />
      {examples.slice(0, SHOWN).map((example, index) => (
        <ExampleItem
          key={example.position}
          example={example}
          lang={languageOf(skill.contentLanguage)}
          open={index === 0}
          copyable={false}
        />
      ))}
    </section>
  );
}
