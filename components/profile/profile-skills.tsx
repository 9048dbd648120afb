import { useLocale, useTranslations } from "next-intl";
import { SkillRows } from "@/components/skill/row/skill-rows";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { feedPath } from "@/lib/platform/i18n/paths";
import type { SkillRow } from "@/lib/registry/views";

interface ProfileSkillsProps {
  /** Whose they are: an account or an agent may have the same name. */
  of: "publisher" | "agent";
  name: string;
  skills: readonly SkillRow[];
  total: number;
  /** Calls by day, by skill id. */
  calls: ReadonlyMap<string, readonly number[]>;
}

/** The query of the search for what somebody has published. */
export const searchOf = (of: ProfileSkillsProps["of"], name: string): string =>
  `${of}=${encodeURIComponent(name)}`;

/** What somebody has published, the most called first, with the same list as JSON and what comes new as a feed. */
export function ProfileSkills({ of, name, skills, total, calls }: ProfileSkillsProps) {
  const t = useTranslations("profile");
  const locale = useLocale();
  const query = searchOf(of, name);
  return (
    <section aria-labelledby="skills">
      <SectionHead
        id="skills"
        title={t("skills")}
        more={
          <>
            <a className="link" href={feedPath("versions", { locale, search: query })}>
              {t("feed")}
            </a>
            {" · "}
            <SiteLink className="link" href={`/v1/skills?${query}`}>
              {t("json")}
            </SiteLink>
          </>
        }
      />
      {skills.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("no-skills")}</p>
      ) : (
        <SkillRows
          rows={skills}
          heading="h3"
          labelledBy="skills"
          of={(skill) => ({ callsByDay: calls.get(skill.id), publisher: skill.publisher !== name })}
        />
      )}
      {total > skills.length && skills.length > 0 ? (
        <p className="pt-4">
          <SiteLink className="btn btn-sm" href={`/skills?${query}`}>
            {t("all-skills", { count: total })}
          </SiteLink>
        </p>
      ) : null}
    </section>
  );
}
