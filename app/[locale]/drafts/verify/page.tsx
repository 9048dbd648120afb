import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { knownOrNull, textParam, withToken, type LinkParams } from "@/app/[locale]/drafts/link-params";
import {
  ClaimFrame,
  ClaimNext,
  ClaimOutcome,
  ClaimProblem,
  ClaimSteps,
  ToSkill,
  ConfirmBox,
  UnknownLink,
} from "@/components/claim/claim-parts";
import { getVerification } from "@/lib/publishing/drafts/get-claim";
import { agentDisplayName } from "@/lib/skill-format";

const PATH = "/drafts/verify";

interface VerifyProps {
  searchParams: LinkParams;
}

export async function generateMetadata({ searchParams }: VerifyProps): Promise<Metadata> {
  const t = await getTranslations("claim");
  const claim = await knownOrNull(getVerification(textParam(await searchParams, "token")));
  const title =
    claim === null ? t("unknown") : claim.state === "ready" ? t("title", { slug: claim.slug }) : claim.slug;
  return { title, robots: { index: false }, referrer: "no-referrer" };
}

export default async function VerifyPage({ searchParams }: VerifyProps) {
  const params = await searchParams;
  const token = textParam(params, "token");
  const claim = await knownOrNull(getVerification(token));
  if (token === null || claim === null) return <UnknownLink path={PATH} />;
  const t = await getTranslations("claim");
  const { slug, email, state, agent } = claim;
  const path = withToken(PATH, token);
  if (state === "ready") {
    return (
      <ClaimFrame path={path} waiting={t("waiting")} title={t("verify.title", { slug })}>
        <ClaimSteps current={2} />
        <div className="mt-9 max-w-[620px]">
          <ConfirmBox
            action={PATH}
            token={token}
            label={t("verify.confirm", { slug })}
            careful={t("verify.careful")}
          >
            <p>{t("verify.text", { email })}</p>
            {claim.wholeAgent && agent !== null ? (
              <p className="mt-2">{t("verify.whole", { agent: agentDisplayName(agent) })}</p>
            ) : null}
            <ClaimProblem code={textParam(params, "problem")} />
          </ConfirmBox>
        </div>
      </ClaimFrame>
    );
  }
  return (
    <ClaimFrame path={path} title={slug}>
      {state === "done" ? <ClaimSteps current={3} /> : null}
      <ClaimOutcome
        tone={state === "done" ? "ok" : "warn"}
        title={t(`verify.${state}`, { slug })}
        text={t(`verify.${state}-text`, { email })}
      >
        {state === "done" ? (
          <ClaimNext slug={slug} token={token} maySetPassword={claim.maySetPassword} />
        ) : (
          <ToSkill slug={slug} words={t(state === "expired" ? "next.draft" : "next.skill")} />
        )}
      </ClaimOutcome>
    </ClaimFrame>
  );
}
