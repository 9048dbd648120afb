import { useTranslations } from "next-intl";
import { AuditMark } from "@/components/marks/audit-words";
import { SkillMark } from "@/components/marks/skill-mark";
import { languageOf } from "@/components/skill/files/language-of";
import { skillPath } from "@/components/skill/skill-path";
import { JsonText } from "@/components/ui/code/json-text";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { Price } from "@/components/ui/price";
import { SiteLink } from "@/components/ui/site-link";
import type { HomeView } from "@/lib/registry/views";

const ENDS = "flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5";

/** One skill of the catalogue at work: what went in and came out when the market replayed it, its price and its seal. */
export function ShownSkill({ shown: { skill, example } }: { shown: NonNullable<HomeView["shown"]> }) {
  const t = useTranslations("home.shown");
  const lang = languageOf(skill.contentLanguage);
  return (
    <section
      className="min-w-0 rounded-1 border border-edge bg-surface px-4.5 py-4 text-14"
      aria-labelledby="shown"
    >
      <header className={ENDS}>
        <h2 id="shown" className="font-serif text-18 font-medium wrap-anywhere">
          <SkillMark skill={skill} className="me-1.5" />
          <SiteLink href={skillPath(skill.slug)}>{skill.displayName}</SiteLink>
        </h2>
        <AuditMark skill={skill} size={17} />
      </header>
      <p className="mt-1 line-clamp-2 text-ink-2" lang={lang}>
        {skill.description}
      </p>
      <Side title={t("input")} value={example.input} />
      <Side title={t("output")} value={example.output} />
      <footer className={`${ENDS} mt-3`}>
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
      <h3 className="mt-2.5 text-12 text-ink-3">{title}</h3>
      <pre
        {...SCROLLABLE}
        className="mt-0.75 max-h-35.5 overflow-auto bg-sunken whitespace-pre-wrap wrap-anywhere px-2.5 py-2 text-13 leading-normal"
        role="group"
        aria-label={title}
      >
        <JsonText value={value} />
      </pre>
    </>
  );
}
