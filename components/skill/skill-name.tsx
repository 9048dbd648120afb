import type { ReactNode } from "react";
import { AgentBadge } from "@/components/skill/agent-badge";
import { ClaimPill } from "@/components/skill/claim-pill";
import { SiteLink } from "@/components/ui/site-link";
import { skillPath } from "@/components/skill/skill-path";
import type { SkillRow } from "@/lib/registry/views";

/** Name line of a list row: the heading holds the row's only link; publisher or agent stand beside it. */
export function SkillName({
  skill,
  heading: Heading,
  before,
  version = false,
  publisher = true,
}: {
  skill: SkillRow;
  heading: "h2" | "h3";
  before?: ReactNode;
  version?: boolean;
  publisher?: boolean;
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
      {skill.authorAgent ? <AgentBadge agent={skill.authorAgent} /> : null}
      {publisher && !skill.authorAgent && skill.publisher ? (
        <span className="by">{skill.publisher}</span>
      ) : null}
      <ClaimPill skill={skill} />
    </div>
  );
}
