import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FindingList } from "@/components/publish/finding-list";
import { stepOf } from "@/components/publish/under-way";
import { VettingChecks } from "@/components/publish/vetting-checks";
import { stepPath, WizardFrame } from "@/components/publish/wizard-frame";
import { PageShell } from "@/components/site/page-shell";
import { FormFoot, PageSection } from "@/components/ui/page-parts";
import { Note } from "@/components/ui/note";
import { RefreshWhile } from "@/components/ui/refresh-while";
import { SiteLink } from "@/components/ui/site-link";
import { waitingChecks, type PublicationFacts } from "@/lib/publishing/publications/publication";
import { startVettingAction } from "../actions";
import { loadPublication, stepMetadata, type StepProps } from "../load-publication";
import { StepLead } from "../step-lead";

const REFRESH_SECONDS = "1";

export const generateMetadata = (props: StepProps): Promise<Metadata> => stepMetadata(props, "vetting");

export default async function VettingStepPage(props: StepProps) {
  const { publication, preview } = await loadPublication(props, "vetting");
  const t = await getTranslations("publish");
  const { id, slug, vettingState, vettingStatus, checks, findings } = publication;
  const runs = vettingState === "queued" || vettingState === "running";
  return (
    <PageShell path={`/publish/steps/${id}/vetting`} wide>
      {runs ? (
        <>
          <noscript>
            <meta httpEquiv="refresh" content={REFRESH_SECONDS} />
          </noscript>
          <RefreshWhile />
        </>
      ) : null}
      <WizardFrame
        step="vetting"
        publicationId={id}
        reach={stepOf(publication)}
        title={t("vettingOf", { name: slug || t("unnamed") })}
        lead={<StepLead preview={preview} />}
      >
        <div className="grid max-w-[860px] gap-8 pt-6">
          <div role="status">
            <Outcome publication={publication} />
          </div>
          <PageSection id="checks" title={t("checks")} remark={t("checksRemark")}>
            <VettingChecks checks={checks.length === 0 ? waitingChecks() : checks} />
          </PageSection>
          {vettingState === "done" ? (
            <PageSection id="findings" title={t("findings")} remark={t("findingsRemark")}>
              <FindingList findings={findings} />
            </PageSection>
          ) : null}
        </div>
        <FormFoot className="max-w-[860px]">
          <SiteLink className="btn btn-lg btn-quiet" href={stepPath("check", id)}>
            {t("back")}
          </SiteLink>
          {vettingState === "none" || vettingState === "failed" ? (
            <form action={startVettingAction.bind(null, id)}>
              <button type="submit" className="btn btn-primary btn-lg">
                {t("form.vet")}
              </button>
            </form>
          ) : vettingState === "done" && vettingStatus !== "rejected" ? (
            <SiteLink className="btn btn-primary btn-lg" href={stepPath("price", id)}>
              {t("toPrice")}
            </SiteLink>
          ) : null}
        </FormFoot>
      </WizardFrame>
    </PageShell>
  );
}

async function Outcome({ publication }: { publication: PublicationFacts }) {
  const t = await getTranslations("publish.vetted");
  const { vettingState, vettingStatus, checks } = publication;
  if (vettingState === "failed") return <Note tone="bad" title={t("failed")} />;
  if (vettingState !== "done" || vettingStatus === null)
    return <Note title={t(vettingState === "none" ? "none" : "running")} />;
  const seconds = checks.reduce((sum, { ms }) => sum + (ms ?? 0), 0) / 1000;
  const tone = { approved: "ok", caution: "warn", rejected: "bad" } as const;
  return (
    <Note tone={tone[vettingStatus]} title={t(vettingStatus, { seconds })}>
      {t(`${vettingStatus}Text`)}
    </Note>
  );
}
