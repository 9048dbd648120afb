import { useTranslations } from "next-intl";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";
import { skillPath } from "@/components/skill/skill-path";
import type { RefusedSkill } from "@/lib/catalogue/comparison/compare-skills";

interface LeftOutProps {
  refused: readonly RefusedSkill[];
  /** Written in the place of a name, and can be none. */
  unreadable: readonly string[];
  /** Named beyond what one table holds. */
  left: readonly string[];
}

/** What was asked for and is not in the table: why, and where to go. */
export function LeftOut({ refused, unreadable, left }: LeftOutProps) {
  const t = useTranslations("compare");
  return (
    <div className="notices">
      {refused.map((skill) => (
        <Refused key={`${skill.slugOrId}@${skill.version ?? ""}`} skill={skill} />
      ))}
      {unreadable.map((name) => (
        <Unknown key={name} name={name} />
      ))}
      {left.length === 0 ? null : (
        <Note title={t("too-many")}>{t("too-many-text", { names: left.join(", ") })}</Note>
      )}
    </div>
  );
}

function Refused({ skill: { slugOrId: name, version = "", code } }: { skill: RefusedSkill }) {
  const t = useTranslations("compare");
  if (code === "SKILL_QUARANTINED") {
    return (
      <Note
        tone="bad"
        title={t("quarantined", { name })}
        action={<Next href={`${skillPath(name)}/quarantine`} words={t("quarantined-next")} />}
      >
        {t("quarantined-text")}
      </Note>
    );
  }
  if (code === "VERSION_NOT_FOUND") {
    return (
      <Note
        tone="warn"
        title={t("no-version", { name, version })}
        action={<Next href={skillPath(name, "versions")} words={t("no-version-next")} />}
      />
    );
  }
  return <Unknown name={name} />;
}

function Unknown({ name }: { name: string }) {
  const t = useTranslations("compare");
  return (
    <Note
      tone="warn"
      title={t("unknown", { name })}
      action={<Next href={`/skills?q=${encodeURIComponent(name)}`} words={t("unknown-next")} />}
    >
      {t("unknown-text")}
    </Note>
  );
}

function Next({ href, words }: { href: string; words: string }) {
  return (
    <SiteLink className="btn btn-sm" href={href}>
      {words}
    </SiteLink>
  );
}
