import { Fact } from "@/components/ui/fact";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { nameInAddress } from "@/app/[locale]/name-in-address";
import {
  ProfileFigures,
  ProfileSkills,
  searchOf,
  PROFILE_PICTURE,
  ProfileHead,
} from "@/components/profile/profile-parts";
import { PageShell } from "@/components/site/page-shell";
import { pageAlternates } from "@/components/site/page-metadata";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { SideColumn, SideTitle, WITH_SIDE_COLUMN } from "@/components/ui/page-parts";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import { formatCount, formatShare } from "@/lib/platform/i18n/format";
import { findAgentProfile } from "@/lib/catalogue/profiles/find-profile";
import { listCallsByDay } from "@/lib/catalogue/dashboard/list-calls-by-day";
import { agentDisplayName } from "@/lib/skill-format";
import type { PageProps } from "@/app/[locale]/page-props";

type AgentProps = PageProps<Record<string, string | string[] | undefined>, "name">;

const MAX_NAME = 128;

const loadAgent = cache(async (part: string) => {
  const name = nameInAddress(part, MAX_NAME);
  return name === null ? null : findAgentProfile(name);
});

export async function generateMetadata({ params }: AgentProps): Promise<Metadata> {
  const { locale, name } = await params;
  const agent = await loadAgent(name);
  if (!agent) return {};
  const t = await getTranslations({ locale, namespace: "profile" });
  return {
    title: agentDisplayName(agent.name),
    description: t("description", { name: agentDisplayName(agent.name) }),
    alternates: pageAlternates(locale, `/agents/${encodeURIComponent(agent.name)}`, {
      search: searchOf("agent", agent.name),
    }),
  };
}

export default async function AgentPage({ params }: AgentProps) {
  const { name } = await params;
  const agent = await loadAgent(name);
  if (!agent) notFound();
  const [t, calls] = await Promise.all([getTranslations("profile"), listCallsByDay(agent.skills)]);
  const { identity } = agent;
  const address = encodeURIComponent(agent.name);
  return (
    <PageShell plain path={`/agents/${address}`} section="browse">
      <div className="wrap pb-16">
        <ProfileHead
          picture={
            <span
              className={`avatar border border-dashed border-line-2 bg-transparent text-ink-2 ${PROFILE_PICTURE}`}
              aria-hidden="true"
            >
              <Icon name="agent" size={40} />
            </span>
          }
          name={agentDisplayName(agent.name)}
          lead={t("agent.lead")}
        >
          <span className="mono wrap-anywhere">{agent.name}</span>
          {agent.provider === null ? null : <span>{t("agent.provider", { name: agent.provider })}</span>}
          {agent.owner === null ? (
            <span>{t("agent.no-owner")}</span>
          ) : (
            <span>
              {t("agent.owner")}{" "}
              <SiteLink className="link" href={`/people/${agent.owner}`}>
                {agent.owner}
              </SiteLink>
            </span>
          )}
          {agent.since === null ? null : (
            <span>{t.rich("since", { day: slot(<When iso={agent.since} as="day" />) })}</span>
          )}
        </ProfileHead>
        <ProfileFigures numbers={agent.numbers} />
        <div className={`${WITH_SIDE_COLUMN} pt-10`}>
          <ProfileSkills
            of="agent"
            name={agent.name}
            skills={agent.skills}
            total={agent.totalSkills}
            calls={calls}
          />
          <SideColumn>
            <section aria-labelledby="identity">
              <SideTitle id="identity">{t("agent.drafts")}</SideTitle>
              <dl className="facts">
                <Fact name={t("agent.uploaded")} mono>
                  {formatCount(identity.totalUploads)}
                </Fact>
                <Fact name={t("agent.claimed")} mono>
                  {formatCount(identity.totalClaimed)}
                </Fact>
                <Fact name={t("agent.expired")} mono>
                  {formatCount(identity.totalExpired)}
                </Fact>
                <Fact name={t("agent.claim-rate")} mono>
                  {identity.totalUploads === 0 ? "–" : formatShare(identity.claimSuccessRate)}
                </Fact>
              </dl>
              <p className="pt-3 text-13">
                <SiteLink className="link" href={`/v1/agent-authors/${address}/stats`}>
                  {t("agent.stats")}
                </SiteLink>
                {" · "}
                <SiteLink className="link" href={`/v1/agent-authors/${address}/identity-stats`}>
                  {t("agent.identity-stats")}
                </SiteLink>
              </p>
              <p className="pt-2 text-13 text-ink-2">{t("agent.claimed-note")}</p>
            </section>
          </SideColumn>
        </div>
      </div>
    </PageShell>
  );
}
