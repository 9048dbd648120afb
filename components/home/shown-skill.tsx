import { useTranslations } from "next-intl";
import { auditWordClass, Seal } from "@/components/marks/seal";
import { SkillMark } from "@/components/marks/skill-mark";
import { languageOf } from "@/components/skill/files/language-of";
import { skillPath } from "@/components/skill/skill-path";
import { JsonText } from "@/components/ui/code/json-text";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { Price } from "@/components/ui/price";
import { SiteLink } from "@/components/ui/site-link";
import type { HomeView } from "@/lib/registry/views";

/** One skill of the catalogue at work: what went in and came out when the market replayed it, its price and its seal. */
export function ShownSkill({ shown: { skill, example } }: { shown: NonNullable<HomeView["shown"]> }) {
  const t = useTranslations("home.shown");
  const common = useTranslations("common");
  const lang = languageOf(skill.contentLanguage);
  return (
    <section className="shown" aria-labelledby="shown">
      <header>
        <h2 id="shown">
          <SkillMark skill={skill} />
          <SiteLink href={skillPath(skill.slug)}>{skill.displayName}</SiteLink>
        </h2>
        <span className={`mark ${auditWordClass(skill.auditState)}`}>
          <Seal state={skill.auditState} size={17} />
          {common(`audit.${skill.auditState}`)}
        </span>
      </header>
      <p className="row-text" lang={lang}>
        {skill.description}
      </p>
      <Side title={t("input")} value={example.input} />
      <Side title={t("output")} value={example.output} />
      <footer>
        <Price lamports={skill.priceLamports} />
        <SiteLink
          className="btn btn-sm btn-primary"
          href={`${skillPath(skill.slug, "examples")}?example=${example.position + 1}#run`}
        >
          {t("run")}
        </SiteLink>
      </footer>
    </section>
  );
}

function Side({ title, value }: { title: string; value: unknown }) {
  return (
    <>
      <h3>{title}</h3>
      <pre {...SCROLLABLE} role="group" aria-label={title}>
        <JsonText value={value} />
      </pre>
    </>
  );
}
