import { Fact } from "@/components/ui/fact";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { knownOrNull, textParam, withToken, type LinkParams } from "@/app/[locale]/drafts/link-params";
import { recallWritten } from "@/app/[locale]/form-outcome";
import {
  UnknownLink,
  ClaimColumns,
  ClaimFrame,
  ClaimNext,
  ClaimOutcome,
  ToSkill,
  ClaimSteps,
} from "@/components/claim/claim-parts";
import { ClaimForm } from "@/components/claim/claim-form";
import { OutboxHint } from "@/app/[locale]/outbox/outbox-hint";
import { slot } from "@/components/ui/sentences";
import { systemClock, DAY_MS } from "@/lib/kernel/clock";
import { getClaim, type ClaimView } from "@/lib/publishing/drafts/get-claim";
import { formatDay } from "@/lib/platform/i18n/format";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { agentDisplayName } from "@/lib/skill-format";
import { useLocale, useTranslations } from "next-intl";
import { AuditMark } from "@/components/marks/audit-mark";
import { AccessText } from "@/components/skill/security/access";
import { Proven } from "@/components/skill/examples/proven";
import { skillPath } from "@/components/skill/links";
import { SideColumn, SideTitle } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import type { SkillDetail } from "@/lib/registry/views";

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

/** What somebody is about to make theirs, with its files to be read before any address is given. */
function ClaimFacts({ skill, claim, nowMs }: { skill: SkillDetail; claim: ClaimView; nowMs: number }) {
  const t = useTranslations("claim.facts");
  const locale = useLocale();
  const { agent, expiresAt } = claim;
  const found = skill.findings.length;
  return (
    <SideColumn>
      <section>
        <SideTitle>{t("title")}</SideTitle>
        <dl className="facts">
          <Fact name={t("version")} mono>
            {skill.version}
          </Fact>
          <Fact name={t("audit")}>
            <AuditMark skill={skill} />
          </Fact>
          <Fact name={t("vetting")}>{found === 0 ? t("clean") : t("found", { count: found })}</Fact>
          <Fact name={t("examples")}>
            {skill.examplesTotal === 0 ? (
              t("no-examples")
            ) : (
              <Proven proven={skill.examplesProven} total={skill.examplesTotal} />
            )}
          </Fact>
          <Fact name={t("touch")}>
            <AccessText access={skill.access} />
          </Fact>
          {agent === null ? null : (
            <Fact name={t("uploaded-by")} mono>
              {agent.provider === null ? agent.name : `${agent.name}@${agent.provider}`}
            </Fact>
          )}
          {expiresAt === null ? null : (
            <Fact name={t("expires")}>
              {t("expires-value", {
                day: formatDay(expiresAt, locale),
                days: Math.max(0, Math.ceil((Date.parse(expiresAt) - nowMs) / DAY_MS)),
              })}
            </Fact>
          )}
        </dl>
        <p className="pt-3 text-14">
          <SiteLink className="link" href={`${skillPath(skill.slug)}/files`}>
            {t("read")}
          </SiteLink>
        </p>
      </section>
    </SideColumn>
  );
}
