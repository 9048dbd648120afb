import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";
import { agentDisplayName } from "@/lib/skill-format";

/** "🤖 by Claude Sonnet 4.6" (R-002-72) in a dashed box: the attribution is claimed, not proven. Rows have one link, so only a page links it. */
export function AgentBadge({ name, link = false }: { name: string; link?: boolean }) {
  const t = useTranslations("common");
  const words = t("agent", { name: agentDisplayName(name) });
  if (!link) return <span className="agent">{words}</span>;
  return (
    <SiteLink className="agent hover:underline" href={`/agents/${encodeURIComponent(name)}`}>
      {words}
    </SiteLink>
  );
}
