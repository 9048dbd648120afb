import { getTranslations } from "next-intl/server";
import { AppealForm, AppealList } from "@/components/moderation/appeals";
import { Note } from "@/components/ui/note";
import { PageSection } from "@/components/ui/page-parts";
import { formatDay } from "@/lib/platform/i18n/format";
import { listVersionAppeals } from "@/lib/moderation/appeal-decision";
import { MAX_APPEAL_CHARACTERS } from "@/lib/moderation/report-reasons";
import { findVersionDecision } from "@/lib/moderation/held";
import type { VettingJobView } from "@/lib/publishing/vetting/get-vetting-job";
import { appealRejectionAction } from "./actions";

/** What an administrator decided about a version that vetting held, in their words. */
export async function Decision({ versionId, locale }: { versionId: string; locale: string }) {
  const [decision, t] = await Promise.all([
    findVersionDecision(versionId),
    getTranslations("publish.decided"),
  ]);
  if (decision === null) return null;
  const day = formatDay(decision.decidedAt.toISOString(), locale);
  return (
    <Note title={t(decision.decision, { day })}>
      <span className="whitespace-pre-line wrap-anywhere">
        {decision.reason === "" ? t("no-reason") : decision.reason}
      </span>
    </Note>
  );
}

/** The owner's way to have a rejection looked at again, and what was answered, also once it was granted. */
export async function Appeal({
  job,
  accountId,
  wrong,
}: {
  job: VettingJobView;
  accountId: string;
  /** Name of the field that was refused. */
  wrong: string | undefined;
}) {
  const t = await getTranslations("quarantine");
  const appeals = await listVersionAppeals(job.versionId, accountId);
  const rejected = job.vettingStatus === "rejected";
  if (!rejected && appeals.length === 0) return null;
  return (
    <PageSection
      id="appeals"
      title={t("appeals")}
      remark={rejected ? t("appeals-remark") : undefined}
      className="grid gap-4"
    >
      <AppealList appeals={appeals} />
      {!rejected || appeals.some(({ state }) => state === "open") ? null : (
        <AppealForm
          hidden={{ skill: job.slug, version: job.version, versionId: job.versionId }}
          maxCharacters={MAX_APPEAL_CHARACTERS}
          wrong={wrong}
          action={appealRejectionAction}
        />
      )}
    </PageSection>
  );
}
