import { useTranslations } from "next-intl";
import { agentDisplayName } from "@/lib/skill-format";

/** "🤖 by Claude Sonnet 4.6" (R-002-72) in a dashed box: the attribution is claimed, not proven. */
export function AgentBadge({ name }: { name: string }) {
  const t = useTranslations("common");
  return <span className="agent">{t("agent", { name: agentDisplayName(name) })}</span>;
}
