import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { knownOrNull } from "@/app/[locale]/drafts/known-or-null";
import { textParam, withToken, type LinkParams } from "@/app/[locale]/drafts/link-params";
import { recallWritten } from "@/app/[locale]/refused-form";
import { UnknownLink } from "@/components/claim/unknown-link";
import { ClaimFacts } from "@/components/claim/claim-facts";
import { ClaimForm } from "@/components/claim/claim-form";
import { ClaimColumns, ClaimFrame } from "@/components/claim/claim-frame";
import { ClaimNext } from "@/components/claim/claim-next";
import { ClaimOutcome } from "@/components/claim/claim-outcome";
import { ToSkill } from "@/components/claim/to-skill";
import { ClaimSteps } from "@/components/claim/claim-steps";
import { OutboxHint } from "@/app/[locale]/outbox/outbox-hint";
import { slot } from "@/components/ui/slot";
import { systemClock } from "@/lib/kernel/clock";
import { getClaim } from "@/lib/publishing/drafts/get-claim";
import { formatDay } from "@/lib/platform/i18n/format";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { agentDisplayName } from "@/lib/skill-format";

export const dynamic = "force-dynamic";

const PATH = "/drafts/claim";

interface ClaimProps {
  searchParams: LinkParams;
}

export async function generateMetadata({ searchParams }: ClaimProps): Promise<Metadata> {
  const t = await getTranslations("claim");
  const claim = await knownOrNull(getClaim(textParam(await searchParams, "token")));
  const title =
    claim === null ? t("unknown") : claim.state === "open" ? t("title", { slug: claim.slug }) : claim.slug;
  // The address of this page is a key: it is told to nobody.
  return { title, robots: { index: false }, referrer: "no-referrer" };
}

export default async function ClaimPage({ searchParams }: ClaimProps) {
  const params = await searchParams;
  const token = textParam(params, "token");
  const claim = await knownOrNull(getClaim(token));
  if (token === null || claim === null) return <UnknownLink path={PATH} />;
  const t = await getTranslations("claim");
  const locale = await getLocale();
  const { slug, agent } = claim;
  if (claim.state !== "open") {
    return (
      <ClaimFrame path={withToken(PATH, token)} title={slug}>
        <ClaimOutcome title={t(claim.state)} text={t(`${claim.state}-text`)}>
          {claim.state === "claimed" ? (
            <ClaimNext slug={slug} token={token} maySetPassword={false} />
          ) : (
            <ToSkill slug={slug} words={t("next.draft")} />
          )}
        </ClaimOutcome>
      </ClaimFrame>
    );
  }
  await recallWritten();
  const skill = await getSkill(slug);
  const lead = t.rich("lead", {
    agent: slot(
      <b className="font-semibold text-ink">{agent === null ? "" : agentDisplayName(agent.name)}</b>,
    ),
    day: formatDay(claim.uploadedAt, locale),
  });
  return (
    <ClaimFrame path={withToken(PATH, token)} waiting={t("waiting")} title={t("title", { slug })} lead={lead}>
      <ClaimSteps current={textParam(params, "sent") === null ? 1 : 2} />
      <ClaimColumns>
        <ClaimForm
          token={token}
          otherDrafts={claim.agentIsOpen ? claim.otherDrafts : null}
          sent={textParam(params, "sent") !== null}
          problem={textParam(params, "problem")}
          outbox={<OutboxHint />}
        />
        <ClaimFacts skill={skill} claim={claim} nowMs={systemClock.now().getTime()} />
      </ClaimColumns>
    </ClaimFrame>
  );
}
