import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/slot";
import type { AuthorAgentView } from "@/lib/registry/views";
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
