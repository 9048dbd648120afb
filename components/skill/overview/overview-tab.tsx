import { useTranslations, useLocale } from "next-intl";
import { downloadPath } from "@/components/skill/install/commands";
import { languageOf } from "@/components/skill/files/language-of";
import { ToolsPanel } from "@/components/skill/overview/tools-panel";
import { linkOf, skillFilePath, skillPath } from "@/components/skill/links";
import { Markdown } from "@/components/skill/markdown";
import { CodeBlock } from "@/components/ui/code/code-block";
import { Note } from "@/components/ui/note";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { formatCount, formatSize } from "@/lib/platform/i18n/format";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { SkillDetail } from "@/lib/registry/views";
import { ExampleItem } from "@/components/skill/examples/example-item";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import { EVOLUTION_FILE, parseIsoMoment } from "@/lib/skill-format";

const MAX_FURTHER_SHOWN = 20;

interface OverviewProps {
  skill: SkillDetail;
  pinned: string | undefined;
  /** True for the file as it is written, front matter included. */
  source: boolean;
  tokens: number;
  /** Paths of the package. */
  files: readonly string[];
}

/** SKILL.md, rendered or as written, with what it costs an agent to read, where its files are given; then what it was published with as experience, the first examples and the changes. */
export function OverviewTab({ skill, pinned, source, tokens, files }: OverviewProps) {
  return (
    <>
      {skill.filesGiven ? (
        <>
          <SourceBar skill={skill} pinned={pinned} source={source} tokens={tokens} />
          <FurtherSkills skill={skill} pinned={pinned} files={files} />
          {source ? <Source skill={skill} /> : <Rendered skill={skill} pinned={pinned} files={files} />}
        </>
      ) : null}
      <ToolsPanel skill={skill} pinned={pinned} files={files} />
      <PublishedExperience skill={skill} pinned={pinned} />
      <ExamplesPreview skill={skill} pinned={pinned} />
      {skill.changelog === null ? null : <Changelog text={skill.changelog} />}
    </>
  );
}

function SourceBar({ skill, pinned, source, tokens }: Omit<OverviewProps, "files">) {
  const t = useTranslations("skill.overview");
  const path = skillPath(skill.slug, "overview", pinned);
  const sizeBytes = new TextEncoder().encode(skill.skillMd).length;
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 pt-4 text-13 text-ink-3">
      <span className="segments">
        <SiteLink href={path} aria-current={source ? undefined : "true"}>
          {t("rendered")}
        </SiteLink>
        <SiteLink
          href={`${path}${path.includes("?") ? "&" : "?"}view=source`}
          aria-current={source ? "true" : undefined}
          rel="nofollow"
        >
          {t("source")}
        </SiteLink>
      </span>
      <span className="mono">SKILL.md</span>
      <span>{t("weight", { size: formatSize(sizeBytes), tokens: formatCount(tokens) })}</span>
      {skill.withdrawn ? null : (
        <a className="link ms-auto" href={downloadPath(skill)}>
          {t("package")}
        </a>
      )}
    </div>
  );
}

/** Most hosts read only the SKILL.md of the package itself, so it says which others it brings. */
function FurtherSkills({ skill, pinned, files }: FilesProps) {
  const t = useTranslations("skill.overview");
  const further = files.filter((path) => /\/skill\.md$/i.test(path));
  if (further.length === 0) return null;
  const shown = further.slice(0, MAX_FURTHER_SHOWN);
  return (
    <div className="pt-4">
      <Note title={t("further", { count: further.length })}>
        <ul>
          {shown.map((path) => (
            <li key={path}>
              <SiteLink className="link mono" href={skillFilePath(skill.slug, path, pinned)}>
                {path}
              </SiteLink>
            </li>
          ))}
        </ul>
        {further.length > shown.length ? (
          <SiteLink className="link" href={skillPath(skill.slug, "files", pinned)}>
            {t("further-all")}
          </SiteLink>
        ) : null}
      </Note>
    </div>
  );
}

function Source({ skill }: { skill: SkillDetail }) {
  return (
    <div className="pt-5">
      <CodeBlock code={skill.skillMd} title="SKILL.md" wrap />
    </div>
  );
}

type FilesProps = Pick<OverviewProps, "skill" | "pinned" | "files">;

function Rendered({ skill, pinned, files }: FilesProps) {
  const t = useTranslations("skill.overview");
  const locale = useLocale();
  if (skill.body.trim() === "") return <p className="pt-6 text-ink-2">{t("empty")}</p>;
  return (
    <article className="prose" lang={languageOf(skill.contentLanguage)}>
      <Markdown
        source={skill.body}
        linkTo={(href) =>
          linkOf(href, (path) =>
            files.includes(path) ? localizedPath(locale, skillFilePath(skill.slug, path, pinned)) : undefined,
          )
        }
        fallback={
          <>
            <Note title={t("unrendered")}>{t("unrendered-text")}</Note>
            <div className="pt-4">
              <CodeBlock code={skill.body} title="SKILL.md" wrap />
            </div>
          </>
        }
      />
    </article>
  );
}

function Changelog({ text }: { text: string }) {
  const t = useTranslations("skill.overview");
  return (
    <PageSection id="changelog" title={t("changelog")} className="part">
      <p className="max-w-[70ch] whitespace-pre-line pt-3 text-ink-2">{text}</p>
    </PageSection>
  );
}

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
    <PageSection
      id="examples-preview"
      title={t("tabs.examples")}
      more={
        <SiteLink className="link" href={skillPath(skill.slug, "examples", pinned)}>
          {t("overview.all-examples", { count: examples.length })}
        </SiteLink>
      }
      className="part"
    >
      {examples.slice(0, SHOWN).map((example, index) => (
        <ExampleItem
          key={example.position}
          example={example}
          lang={languageOf(skill.contentLanguage)}
          open={index === 0}
          copyable={false}
        />
      ))}
    </PageSection>
  );
}

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
    <PageSection
      id="experience"
      title={t("title")}
      remark={day === null ? t("undated") : t.rich("dated", { day })}
      more={
        <SiteLink className="link" href={skillFilePath(skill.slug, EVOLUTION_FILE, pinned)}>
          {t(experience.isCut ? "all" : "file")}
        </SiteLink>
      }
      className="part"
    >
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
    </PageSection>
  );
}
