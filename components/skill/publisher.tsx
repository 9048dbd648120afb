import { useTranslations, useLocale } from "next-intl";
import type { ReactNode } from "react";
import { skillPath } from "@/components/skill/links";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import { formatDay } from "@/lib/platform/i18n/format";
import { shownDomain } from "@/lib/platform/i18n/format-domain";
import type { AuthorAgentView, SkillDetail, Uploader, SkillRow } from "@/lib/registry/views";
import { agentDisplayName } from "@/lib/skill-format";

interface AgentBadgeProps {
  agent: Pick<AuthorAgentView, "name" | "proven">;
  link?: boolean;
}

/**
 * "🤖 by Claude Sonnet 4.6" (USK, attribution) in a dashed box, the robot drawn since not every system has the emoji:
 * the attribution is a claim, and said to be one unless the upload proved it. Rows have one link, so only a page links
 * it.
 */
export function AgentBadge({ agent, link = false }: AgentBadgeProps) {
  const { name, proven } = agent;
  const t = useTranslations("common");
  const words = t.rich(proven ? "agent" : "agentUnproven", {
    name: agentDisplayName(name),
    robot: slot(<Robot />),
  });
  if (!link) return <span className="agent">{words}</span>;
  return (
    <SiteLink className="agent hover:underline" href={`/agents/${encodeURIComponent(name)}`}>
      {words}
    </SiteLink>
  );
}

/** The emoji for who reads the words, a drawing for who sees them. */
function Robot() {
  return (
    <>
      <Icon name="agent" size={14} />
      <span className="vh">🤖</span>
    </>
  );
}

/** A domain the publisher has proven, and when; it leads to what that means. */
export function PublisherDomain({
  publisher,
  proven: { domain, provenAt },
}: {
  publisher: string;
  proven: SkillDetail["publisherDomains"][number];
}) {
  const t = useTranslations("skill.header");
  const name = (
    <SiteLink className="link" href={`/people/${encodeURIComponent(publisher)}#domains`}>
      {shownDomain(domain)}
    </SiteLink>
  );
  return (
    <span className="wrap-anywhere">
      {t.rich("domain", { name: slot(name), day: slot(<When iso={provenAt} as="day" />) })}
    </span>
  );
}

interface ByMaintainerProps {
  uploader: Uploader | null;
  className?: string;
}

/** Who uploaded a version, where it was somebody else than who answers for it; nothing where it was the same. */
export function ByMaintainer({ uploader, className }: ByMaintainerProps) {
  const t = useTranslations("skill");
  if (!uploader?.isMaintainer) return null;
  const { username } = uploader;
  const link = (
    <SiteLink className="link" href={`/people/${encodeURIComponent(username)}`}>
      {username}
    </SiteLink>
  );
  return <span className={className}>{t.rich("by-maintainer", { name: slot(link) })}</span>;
}

/** The "🔶" of a draft (USK, draft upload): the emoji for who reads the words, a drawing for who sees them. */
function DraftDiamond() {
  return (
    <>
      <svg width="9" height="9" viewBox="0 0 10 10" aria-hidden="true">
        <path d="M5 0l5 5-5 5-5-5z" fill="var(--caution-fill)" />
      </svg>
      <span className="vh">🔶</span>
    </>
  );
}

/**
 * The claim status, if it is one to know about: drafts and expired drafts. A registered or claimed skill shows nothing.
 */
export function ClaimPill({ skill }: { skill: Pick<SkillRow, "claimStatus" | "claimExpiresAt"> }) {
  const t = useTranslations("common");
  const locale = useLocale();
  if (skill.claimStatus === "expired") return <span className="pill">{t("expired")}</span>;
  if (skill.claimStatus !== "draft") return null;
  const day = skill.claimExpiresAt === null ? null : formatDay(skill.claimExpiresAt, locale);
  return (
    <span className="pill pill-warn">
      <DraftDiamond />
      {day === null ? t("draft-open") : t("draft", { day })}
    </span>
  );
}

/** Name of a list row: the heading holds the row's only link; what is to be known beside it follows. */
export function SkillName({
  skill,
  heading: Heading,
  before,
  version = false,
  by = false,
}: {
  skill: SkillRow;
  heading: "h2" | "h3";
  before?: ReactNode;
  version?: boolean;
  /** True where whose it is, or which agent wrote it, stands beside the name. */
  by?: boolean;
}) {
  return (
    <div className={before ? "row-name items-center gap-x-2" : "row-name"}>
      <Heading className={before ? "flex items-center gap-2" : undefined}>
        {before}
        <SiteLink href={skillPath(skill.slug)} data-row-link>
          {skill.displayName}
        </SiteLink>
      </Heading>
      {version ? <span className="version">{skill.version}</span> : null}
      {by && skill.authorAgent ? <AgentBadge agent={skill.authorAgent} /> : null}
      {by && !skill.authorAgent && skill.publisher ? <span className="by">{skill.publisher}</span> : null}
      <ClaimPill skill={skill} />
    </div>
  );
}

/** A domain in bold; one that is shown in another script has its form in the DNS beside it, which nothing else has. */
export function DomainName({ domain }: { domain: string }) {
  const shown = shownDomain(domain);
  return (
    <>
      <b className="font-semibold text-ink">{shown}</b>
      {shown === domain ? null : <span className="font-mono text-13"> ({domain})</span>}
    </>
  );
}
