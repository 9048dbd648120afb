import { useTranslations } from "next-intl";
import { languageOf } from "@/components/skill/files/language-of";
import { skillFilePath } from "@/components/skill/skill-path";
import { Note } from "@/components/ui/note";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/slot";
import { When } from "@/components/ui/when";
import type { SkillDetail } from "@/lib/registry/views";
import { EVOLUTION_FILE, parseIsoMoment } from "@/lib/skill-format";

const LISTS = ["preferences", "fixes", "contexts"] as const;

/**
 * The experience that a version was published with (Skill Metadata section 4): preferences, fixes, contexts and the
 * custom prompt, as plain text, and whether it was gathered on another version of the source. Nothing where there is
 * none.
 */
export function PublishedExperience({ skill, pinned }: { skill: SkillDetail; pinned: string | undefined }) {
  const t = useTranslations("skill.experience");
  const { experience, enabled } = skill.manifest.evolution;
  if (experience === undefined) return null;
  const at = parseIsoMoment(experience.lastUpdated ?? "")?.epochMs;
  const day = at === undefined ? null : slot(<When iso={new Date(at).toISOString()} as="day" />);
  const lang = languageOf(skill.contentLanguage);
  return (
    <section className="part" aria-labelledby="experience">
      <SectionHead
        id="experience"
        title={t("title")}
        remark={day === null ? t("undated") : t.rich("dated", { day })}
        more={
          <SiteLink className="link" href={skillFilePath(skill.slug, EVOLUTION_FILE, pinned)}>
            {t(experience.isCut ? "all" : "file")}
          </SiteLink>
        }
      />
      <p className="pt-3 text-14 text-ink-2">{t("remark")}</p>
      {experience.stale === true ? (
        <div className="pt-3">
          <Note tone="warn" title={t("stale")}>
            {day === null ? t("stale-text") : t.rich("stale-since", { day })}
          </Note>
        </div>
      ) : null}
      {enabled ? null : (
        <div className="pt-3">
          <Note title={t("unused")}>{t("unused-text")}</Note>
        </div>
      )}
      {LISTS.map((list) =>
        experience[list].length === 0 ? null : (
          <div key={list} className="pt-4">
            <h3 className="font-medium">{t(list)}</h3>
            <ul className="list-disc ps-5 pt-1" lang={lang}>
              {[...new Set(experience[list])].map((entry) => (
                <li key={entry} className="wrap-anywhere">
                  {entry}
                </li>
              ))}
            </ul>
          </div>
        ),
      )}
      {experience.customPrompts === undefined ? null : (
        <div className="pt-4">
          <h3 className="font-medium">{t("custom-prompts")}</h3>
          <p className="whitespace-pre-line pt-1 wrap-anywhere" lang={lang}>
            {experience.customPrompts}
          </p>
        </div>
      )}
    </section>
  );
}
