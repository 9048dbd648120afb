import { signInPath } from "@/lib/web/auth/safe-return";
import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { ProblemNote } from "@/components/forms/problem-note";
import { DifferenceList } from "@/components/audits/difference-list";
import { FindingList } from "@/components/publish/finding-list";
import { YankForm } from "@/components/publish/yank-form";
import { ByMaintainer } from "@/components/skill/publisher";
import { PageShell } from "@/components/site/page-shell";
import { Icon } from "@/components/ui/icon";
import { Note } from "@/components/ui/note";
import { PageSection, PageTitle } from "@/components/ui/page-parts";
import { WhyNotCalled } from "@/components/run/not-called";
import { SecondOpinion } from "@/components/skill/security/findings";
import { SiteLink } from "@/components/ui/site-link";
import { verdictLabels } from "@/components/validate/check-labels";
import { DialectVerdicts } from "@/components/validate/dialect-verdicts";
import { currentActor } from "@/lib/web/auth/current-actor";
import { asViewer } from "@/lib/web/auth/as-viewer";
import { isDomainError } from "@/lib/kernel/errors";
import { formatDay } from "@/lib/platform/i18n/format";
import { issueMeanings } from "@/lib/platform/i18n/code-meanings";
import type { Actor } from "@/lib/identity/actor";
import { getVersionDuty } from "@/lib/catalogue/dashboard/get-version-work";
import { listVersions, getSkill } from "@/lib/catalogue/skill-page/get-skill";
import type { VersionRow } from "@/lib/registry/views";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";
import { MAX_YANK_REASON_CHARACTERS } from "@/lib/publishing/yank-version";
import { getVettingToRead, type VettingJobView } from "@/lib/publishing/vetting/get-vetting-job";
import { isClosedKind, YANK_KINDS } from "@/lib/registry/versions/yank-kinds";
import { yankVersionAction, appealRejectionAction } from "./actions";
import { WaitingFirstRun } from "./waiting-first-run";
import { PublishedNext } from "./published-next";
import { WorkAhead } from "./work-ahead";
import { AppealForm, AppealList } from "@/components/moderation/appeals";
import { listVersionAppeals } from "@/lib/moderation/appeal-decision";
import { MAX_APPEAL_CHARACTERS } from "@/lib/moderation/report-reasons";
import { findVersionDecision } from "@/lib/moderation/held";
import type { PageProps } from "@/app/[locale]/page-props";

const REFRESH_SECONDS = 1;

type VettingProps = PageProps<{ problem?: string; field?: string; listing?: string }, "versionId">;

/** Read once per request, by the page and its title. */
const readVetting = cache((versionId: string, actor: Actor) =>
  getVettingToRead(versionId, actor).catch((error: unknown) => {
    if (isDomainError(error, "VETTING_JOB_NOT_FOUND")) notFound();
    throw error;
  }),
);

export async function generateMetadata({ params }: VettingProps): Promise<Metadata> {
  const { locale, versionId } = await params;
  const [t, actor] = await Promise.all([getTranslations({ locale, namespace: "publish" }), currentActor()]);
  const read = actor && (await readVetting(versionId, actor));
  const name = read ? ` · ${read.job.slug} ${read.job.version}` : "";
  return { title: t("vettingTitle") + name, robots: { index: false } };
}

export default async function VettingPage({ params, searchParams }: VettingProps) {
  const { locale, versionId } = await params;
  const actor = await currentActor();
  if (!actor) redirect(signInPath(locale, `/publish/${versionId}`));
  const { job, own, appealable } = await readVetting(versionId, actor);
  await recallWritten();
  const { problem, field: wrong, listing } = await searchParams;
  const [t, checks, appeal, security] = await Promise.all([
    getTranslations("publish"),
    getTranslations(),
    getTranslations("quarantine"),
    getTranslations("skill.security"),
  ]);
  const versions = job.published ? await versionsOf(job.slug) : [];
  const yanked = versions.find(({ id, yankedAt }) => id === versionId && yankedAt !== null);
  return (
    <PageShell path={`/publish/${versionId}`}>
      {!job.isDone && <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />}
      <div className="wrap">
        <PageTitle
          title={
            <>
              {job.slug} <span className="font-mono text-18 font-normal text-ink-3">{job.version}</span>
            </>
          }
          lead={t("vettingLead")}
        />
        <ByMaintainer uploader={job.uploader} className="block pt-3 text-14 text-ink-2" />
        {job.closed ? null : (
          <a className="btn btn-sm mt-3" href={`/api/uploads/${versionId}`} download>
            <Icon name="download" size={15} />
            {t("download")}
          </a>
        )}
        <div className="grid max-w-[860px] gap-8 pt-6">
          <ProblemNote
            code={problem}
            field={wrong}
            fields={[
              { name: "text", id: "appeal", label: appeal("appeal-text") },
              {
                name: "input",
                id: "first-input",
                label: t("firstRun.input"),
                refused: t("firstRun.inputRefused"),
              },
              { name: "reason", id: "yank-reason", label: t("yank.reason") },
            ]}
          />
          <div role="status">
            {yanked ? (
              <Yanked row={yanked} locale={locale} own={own} />
            ) : (
              <Outcome job={job} obstacles={await obstaclesOf(job)} />
            )}
          </div>
          <Decision versionId={versionId} locale={locale} />
          {own && job.published && !yanked ? (
            <>
              <WorkAhead versionId={versionId} />
              <WaitingFirstRun job={job} accountId={actor.accountId} wrong={wrong} />
              <PublishedNext job={job} locale={locale} listing={listing} />
            </>
          ) : null}
          {appealable ? <Appeal job={job} accountId={actor.accountId} wrong={wrong} /> : null}
          <Duty versionId={versionId} />
          <PageSection id="dialects" title={t("dialects")} remark={t("dialectsRemark")}>
            <DialectVerdicts
              reports={job.dialectReports}
              labels={verdictLabels(checks)}
              meanings={issueMeanings(locale, job.dialectReports)}
              open
            />
          </PageSection>
          {job.isDone && (
            <PageSection id="findings" title={t("findings")} remark={t("findingsRemark")}>
              <FindingList findings={job.findings} />
            </PageSection>
          )}
          {job.opinion === null ? null : (
            <PageSection id="opinion" title={security("opinion.title")} remark={security("opinion.remark")}>
              <SecondOpinion opinion={job.opinion} />
            </PageSection>
          )}
          {own ? <Yank job={job} versions={versions} wrong={wrong} /> : null}
        </div>
      </div>
    </PageShell>
  );
}

/** The published versions of a skill; none while it is in quarantine. */
async function versionsOf(slug: string): Promise<VersionRow[]> {
  return asViewer(() => listVersions(slug)).catch((error: unknown) => {
    if (isDomainError(error, "SKILL_QUARANTINED")) return [];
    throw error;
  });
}

/** Why it was withdrawn; its owner gets on to the next version. */
async function Yanked({ row, locale, own }: { row: VersionRow; locale: string; own: boolean }) {
  const [t, dashboard] = await Promise.all([getTranslations("skill.notice"), getTranslations("dashboard")]);
  const day = row.yankedAt === null ? "" : formatDay(row.yankedAt, locale);
  return (
    <Note
      tone="bad"
      title={t("yanked", { version: row.version, day })}
      action={
        own ? (
          <SiteLink className="btn btn-sm" href="/publish">
            {dashboard("publish-version")}
          </SiteLink>
        ) : undefined
      }
    >
      {row.yankReason ?? t("yanked-text")}
    </Note>
  );
}

/** The way to withdraw what is still offered, or to close what is withdrawn. */
function Yank({
  job,
  versions,
  wrong,
}: {
  job: VettingJobView;
  versions: readonly VersionRow[];
  /** Name of the field that was refused. */
  wrong: string | undefined;
}) {
  // One that is withdrawn already can still be closed.
  const offered = versions.filter(({ yankKind }) => !isClosedKind(yankKind)).map(({ version }) => version);
  if (offered.length === 0) return null;
  return (
    <YankForm
      slug={job.slug}
      versionId={job.versionId}
      version={offered.includes(job.version) ? job.version : (offered[0] ?? "")}
      versions={offered}
      kinds={YANK_KINDS}
      maxCharacters={MAX_YANK_REASON_CHARACTERS}
      wrong={wrong}
      action={yankVersionAction}
    />
  );
}

/** What the new version changed, by the facts, and the audit that follows. */
async function Duty({ versionId }: { versionId: string }) {
  const t = await getTranslations("audits.difference");
  const { base, requiredBump, differences, duty, carriedFrom } = await getVersionDuty(versionId);
  if (base === null || requiredBump === null) return null;
  return (
    <PageSection id="changed" title={t("title", { version: base })} remark={t(`duty-${requiredBump}`)}>
      <p className="py-3 text-14">
        {carriedFrom === null ? t(duty) : t("carried", { version: carriedFrom })}
      </p>
      <DifferenceList differences={differences} />
    </PageSection>
  );
}

/** Why no calls are made of a version that is listed; none where they are. */
async function obstaclesOf({ slug, version, published }: VettingJobView): Promise<readonly CallObstacle[]> {
  if (!published) return [];
  return asViewer(() => getSkill(slug, { version })).then(
    ({ obstacles }) => obstacles,
    (error: unknown) => {
      if (isDomainError(error)) return [];
      throw error;
    },
  );
}

async function Outcome({ job, obstacles }: { job: VettingJobView; obstacles: readonly CallObstacle[] }) {
  const t = await getTranslations("publish");
  if (!job.isDone) return <Note title={t("running")}>{t("runningDetail")}</Note>;
  if (job.published) {
    return (
      <Note
        tone="ok"
        title={t("published")}
        action={
          <SiteLink className="btn btn-sm" href={`/skills/${job.slug}`}>
            {t("open")}
          </SiteLink>
        }
      >
        {obstacles.length === 0 ? (
          t("publishedDetail")
        ) : (
          <>
            {t("publishedNotCalled")}
            <WhyNotCalled obstacles={obstacles} />
          </>
        )}
      </Note>
    );
  }
  if (job.vettingStatus === "caution") {
    return (
      <Note tone="warn" title={t("caution")}>
        {t("cautionDetail")}
      </Note>
    );
  }
  return (
    <Note tone="bad" title={t("rejected")}>
      {t("rejectedDetail")}
    </Note>
  );
}

/** What an administrator decided about a version that vetting held, in their words. */
async function Decision({ versionId, locale }: { versionId: string; locale: string }) {
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
async function Appeal({
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
