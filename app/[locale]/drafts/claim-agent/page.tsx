import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { knownOrNull, type LinkParams, textParam, withToken } from "@/app/[locale]/drafts/link-params";
import {
  ClaimColumns,
  ClaimFrame,
  ClaimNext,
  ClaimOutcome,
  ClaimProblem,
  Elsewhere,
  ConfirmBox,
  UnknownLink,
} from "@/components/claim/claim-parts";
import { skillPath } from "@/components/skill/links";
import { SideColumn, SideTitle } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { getAgentClaim } from "@/lib/publishing/drafts/get-claim";
import { agentDisplayName } from "@/lib/skill-format";

const PATH = "/drafts/claim-agent";

interface AgentClaimProps {
  searchParams: LinkParams;
}

export async function generateMetadata({ searchParams }: AgentClaimProps): Promise<Metadata> {
  const t = await getTranslations("claim");
  const claim = await knownOrNull(getAgentClaim(textParam(await searchParams, "token")));
  const title = claim === null ? t("unknown") : t("agent.title", { agent: agentDisplayName(claim.agent) });
  return { title, robots: { index: false }, referrer: "no-referrer" };
}

export default async function AgentClaimPage({ searchParams }: AgentClaimProps) {
  const params = await searchParams;
  const token = textParam(params, "token");
  const claim = await knownOrNull(getAgentClaim(token));
  if (token === null || claim === null) return <UnknownLink path={PATH} />;
  const t = await getTranslations("claim");
  const { state, email, drafts } = claim;
  const agent = agentDisplayName(claim.agent);
  const path = withToken(PATH, token);
  if (state !== "ready") {
    return (
      <ClaimFrame path={path} title={agent}>
        <ClaimOutcome
          tone={state === "done" ? "ok" : "warn"}
          title={t(`agent.${state}`, { agent })}
          text={t(`agent.${state}-text`, { email })}
        >
          {state === "done" ? (
            <ClaimNext slug={null} token={token} maySetPassword={claim.maySetPassword} />
          ) : (
            <Elsewhere />
          )}
        </ClaimOutcome>
      </ClaimFrame>
    );
  }
  return (
    <ClaimFrame
      path={path}
      waiting={t("waiting")}
      title={t("agent.title", { agent })}
      lead={t("agent.text", { email })}
    >
      <ClaimColumns>
        <ConfirmBox
          action={PATH}
          token={token}
          label={t("agent.confirm", { agent })}
          careful={t("agent.careful")}
        >
          <p className="mono wrap-anywhere">{claim.agent}</p>
          <ClaimProblem code={textParam(params, "problem")} />
        </ConfirmBox>
        <WaitingDrafts drafts={drafts} />
      </ClaimColumns>
    </ClaimFrame>
  );
}

const SHOWN = 50;

/** The drafts that go to whoever confirms an agent; each can be read first. */
function WaitingDrafts({ drafts }: { drafts: readonly string[] }) {
  const t = useTranslations("claim.agent");
  return (
    <SideColumn>
      <section>
        <SideTitle>{t("drafts")}</SideTitle>
        {drafts.length === 0 ? <p className="pt-3 text-14 text-ink-2">{t("none")}</p> : null}
        <ul className="pt-2 text-14">
          {drafts.slice(0, SHOWN).map((slug) => (
            <li key={slug} className="py-1">
              <SiteLink className="link wrap-anywhere" href={skillPath(slug)}>
                {slug}
              </SiteLink>
            </li>
          ))}
        </ul>
      </section>
    </SideColumn>
  );
}
