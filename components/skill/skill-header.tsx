import { useTranslations } from "next-intl";
import { SkillMark } from "@/components/marks/skill-mark";
import { AgentBadge } from "@/components/skill/agent-badge";
import { ByMaintainer } from "@/components/skill/by-maintainer";
import { ClaimPill } from "@/components/skill/claim-pill";
import { languageOf } from "@/components/skill/files/language-of";
import { SkillStamp } from "@/components/skill/skill-stamp";
import type { SkillTab } from "@/components/skill/skill-path";
import { VersionMenu } from "@/components/skill/versions/version-menu";
import { Avatar } from "@/components/ui/avatar";
import { PublisherDomain } from "@/components/skill/publisher-domain";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/when";
import { startOfDay } from "@/lib/kernel/clock";
import type { SkillDetail, VersionRow } from "@/lib/registry/views";
import { slot } from "@/components/ui/slot";

interface SkillHeaderProps {
  skill: SkillDetail;
  versions: readonly VersionRow[];
  isOwn: boolean;
  tab: SkillTab;
}

/** Name, version, one sentence, author and agent, and the stamp. */
export function SkillHeader({ skill, versions, isOwn, tab }: SkillHeaderProps) {
  const language = languageOf(skill.contentLanguage);
  return (
    <div className="skill-head">
      <div>
        <div className="skill-title">
          <SkillMark skill={skill} />
          <h1 lang={language}>{skill.displayName}</h1>
          <VersionMenu skill={skill} versions={versions} tab={tab} />
        </div>
        <p className="lead" lang={language}>
          {skill.description}
        </p>
        <SkillByLine skill={skill} isOwn={isOwn} />
      </div>
      <div className="stamp-box">
        <SkillStamp skill={skill} />
      </div>
    </div>
  );
}

function SkillByLine({ skill, isOwn }: Pick<SkillHeaderProps, "skill" | "isOwn">) {
  const t = useTranslations("skill.header");
  return (
    <div className="skill-by">
      {skill.publisher === null ? null : (
        <SiteLink className="owner" href={`/people/${encodeURIComponent(skill.publisher)}`}>
          <Avatar name={skill.publisher} />
          {skill.publisher}
        </SiteLink>
      )}
      {skill.publisherDomains.map((proven) => (
        <PublisherDomain key={proven.domain} publisher={skill.publisher ?? ""} proven={proven} />
      ))}
      {skill.authorAgent ? <AgentBadge name={skill.authorAgent.name} link /> : null}
      <ClaimPill skill={skill} />
      <Age publishedAt={skill.publishedAt} createdAt={skill.createdAt} />
      <ByMaintainer uploader={skill.uploader} />
      {isOwn ? (
        <SiteLink className="link" href={`/publish/${skill.versionId}`}>
          {t("manage")}
        </SiteLink>
      ) : null}
      {skill.license === null ? null : <span>{skill.license}</span>}
      {[...new Set([...skill.capabilities, ...skill.tags])].slice(0, 8).map((word) => (
        <SiteLink key={word} className="chip" href={wordPath(skill, word)}>
          {word}
        </SiteLink>
      ))}
    </div>
  );
}

/** When this version came, and where that was another day, since when there is a skill of this name. */
export function Age({ publishedAt, createdAt }: Pick<SkillDetail, "publishedAt" | "createdAt">) {
  const t = useTranslations("skill.header");
  const day = slot(<When iso={publishedAt} as="day" />);
  if (startOfDay(new Date(createdAt)).getTime() === startOfDay(new Date(publishedAt)).getTime())
    return <span>{t.rich("published", { day })}</span>;
  const first = slot(<When iso={createdAt} as="day" />);
  return <span>{t.rich("published-since", { day, first })}</span>;
}

/** A capability leads to that capability; a tag is searched for. */
function wordPath(skill: SkillDetail, word: string): string {
  const name = skill.capabilities.includes(word) ? "capability" : "q";
  return `/skills?${name}=${encodeURIComponent(word)}`;
}
