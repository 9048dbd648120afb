import { useTranslations } from "next-intl";
import { ItemList } from "@/components/ui/item-list";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/slot";
import { When } from "@/components/ui/when";
import { formatShare } from "@/lib/platform/i18n/format";
import type { AccountAgent } from "@/lib/identity/agents/list-agents-of-account";
import { agentDisplayName } from "@/lib/skill-format";

/** Agents of an account with how many of their drafts were claimed. */
export function AgentItems({ agents, owner }: { agents: readonly AccountAgent[]; owner: string }) {
  const t = useTranslations("profile.agent");
  return (
    <ItemList>
      {agents.map((agent) => (
        <li key={agent.name}>
          <b>
            <SiteLink className="hover:underline" href={`/agents/${encodeURIComponent(agent.name)}`}>
              {agentDisplayName(agent.name)}
            </SiteLink>
          </b>
          <span className="text-13 text-ink-3">{t("uploads", { count: agent.uploads })}</span>
          <p className="mono wrap-anywhere">
            {agent.name}
            {agent.provider === null ? null : `@${agent.provider}`}
          </p>
          <p>
            {agent.claimRate === null
              ? null
              : `${t("rate", { share: formatShare(agent.claimRate), claimed: agent.claimed, uploads: agent.uploads })} `}
            {t.rich("locked", { owner, day: slot(<When iso={agent.claimedAt} as="day" />) })}
          </p>
        </li>
      ))}
    </ItemList>
  );
}
