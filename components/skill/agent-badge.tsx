import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { agentDisplayName } from "@/lib/skill-format";

/** "by Claude Sonnet 4.6" in a dashed box: the attribution is claimed, not proven. */
export function AgentBadge({ name }: { name: string }) {
  const t = useTranslations("common");
  return (
    <span className="agent">
      <Icon name="agent" size={14} />
      {t("agent", { name: agentDisplayName(name) })}
    </span>
  );
}
