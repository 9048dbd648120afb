import { unlistedPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import {
  decideAppealAction,
  decideReportAction,
  decideSetReportAction,
} from "@/app/[locale]/(account)/administration/actions";
import {
  AdministrationFrame,
  type AdministrationOutcome,
} from "@/components/administration/administration-frame";
import { type Choice, DecisionForm } from "@/components/administration/decision-form";
import { CaseAge, caseAnchor, UnlessOwn, versionCasePath } from "@/components/administration/case";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import type { Actor } from "@/lib/identity/actor";
import { leavesOwnToOthers, listLeftToOthers } from "@/lib/identity/decided-by";
import { listAppeals } from "@/lib/moderation/decide-appeal";
import { listReports } from "@/lib/moderation/reports";
import { listSetReports } from "@/lib/moderation/set-reports";
import { ageOf } from "@/lib/moderation/list-waiting";
import { isReportReason } from "@/lib/moderation/report-reasons";
import { loadAdministrator } from "../load-administrator";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("administration", "reports");

export default async function ReportsPage(props: PageProps<AdministrationOutcome>) {
  const { actor, frame } = await loadAdministrator(props, "/administration/reports");
  const t = await getTranslations("administration");
  return (
    <AdministrationFrame {...frame} section="reports" reason={t("decision")}>
      <Appeals actor={actor} />
      <Reports actor={actor} />
      <SetReports actor={actor} />
    </AdministrationFrame>
  );
}

/** Reports about skills, and those about questions and answers under them. */
async function Reports({ actor }: { actor: Actor }) {
  const [reports, t] = await Promise.all([listReports(actor), getTranslations("administration")]);
  const [leftToOthers, leavesOwn] = await Promise.all([
    listLeftToOthers(
      actor,
      reports.map(({ skill }) => skill.id),
    ),
    leavesOwnToOthers(actor),
  ]);
  const dismiss = {
    value: "dismiss",
    label: t("dismiss"),
    tone: "plain",
    effect: t("effect.dismiss"),
  } as const;
  return (
    <>
      <PageSection id="reports" title={t("reportsOnly")} remark={t("reportsRemark")}>
        <ReportList
          reports={reports.filter(({ post }) => post === null)}
          subjectOf={({ skill: { id, slug, latestVersionId } }) => ({
            name: slug,
            href: `/skills/${slug}`,
            read: latestVersionId,
            leftToOthers: leftToOthers.has(id),
          })}
          kind="report"
          action={decideReportAction}
          choices={[
            {
              value: "quarantine",
              label: t("toQuarantine"),
              tone: "danger",
              effect: t("effect.quarantineReported"),
            },
            { value: "uphold", label: t("uphold"), tone: "plain", effect: t("effect.uphold") },
            dismiss,
          ]}
        />
      </PageSection>
      <PageSection id="post-reports" title={t("postReports")} remark={t("reportsRemark")}>
        <ReportList
          reports={reports.flatMap(({ post, ...report }) => (post === null ? [] : [{ ...report, post }]))}
          subjectOf={({ skill: { id, slug }, post }) => ({
            name: slug,
            href: `/skills/${slug}/questions?question=${post.questionId ?? post.id}`,
            read: null,
            leftToOthers: leftToOthers.has(id) || (leavesOwn && post.account?.id === actor.accountId),
            words: { by: post.account?.username ?? null, text: post.text ?? t("taken-back") },
          })}
          kind="report"
          action={decideReportAction}
          choices={[
            { value: "hide", label: t("toHide"), tone: "danger", effect: t("effect.hide") },
            {
              value: "quarantine-author",
              label: t("toQuarantineAuthor"),
              tone: "danger",
              effect: t("effect.quarantine-author"),
            },
            { value: "uphold", label: t("upholdPost"), tone: "plain", effect: t("effect.upholdPost") },
            dismiss,
          ]}
        />
      </PageSection>
    </>
  );
}

async function SetReports({ actor }: { actor: Actor }) {
  const [reports, t] = await Promise.all([listSetReports(actor), getTranslations("administration")]);
  return (
    <PageSection id="set-reports" title={t("setReports")} remark={t("reportsRemark")}>
      <ReportList
        reports={reports}
        subjectOf={({ set: { name }, leftToOthers }) => ({
          name,
          href: `/sets/${name}`,
          read: null,
          leftToOthers,
        })}
        kind="setReport"
        action={decideSetReportAction}
        choices={[
          {
            value: "withdraw",
            label: t("toWithdrawSet"),
            tone: "danger",
            effect: t("effect.withdrawSet"),
          },
          { value: "uphold", label: t("upholdSet"), tone: "plain", effect: t("effect.upholdSet") },
          { value: "dismiss", label: t("dismiss"), tone: "plain", effect: t("effect.dismiss") },
        ]}
      />
    </PageSection>
  );
}

interface Reported {
  id: string;
  reason: string;
  text: string;
  reporter: string | null;
  createdAt: Date;
}

interface Subject {
  name: string;
  href: string;
  /** The version whose files are to be read. */
  read: string | null;
  /** Another one decides. */
  leftToOthers: boolean;
  /** What somebody wrote, where that is what was reported. */
  words?: { by: string | null; text: string };
}

interface ReportListProps<R extends Reported> {
  reports: readonly R[];
  /** What each is about. */
  subjectOf: (report: R) => Subject;
  kind: "report" | "setReport";
  choices: readonly Choice[];
  action: (form: FormData) => Promise<void>;
}

/** Reports with the form of the decision each. */
async function ReportList<R extends Reported>(props: ReportListProps<R>) {
  const { reports, subjectOf, kind, choices, action } = props;
  const [t, reasons] = await Promise.all([
    getTranslations("administration"),
    getTranslations("report.reasons"),
  ]);
  if (reports.length === 0) return <p className="py-3 text-14 text-ink-2">{t("noneReported")}</p>;
  return (
    <ul className="divide-y divide-line">
      {reports.map((report) => {
        const { id, reason, reporter, createdAt, text } = report;
        const { name, href, read, leftToOthers, words } = subjectOf(report);
        return (
          <li key={id} id={caseAnchor(id)} className="grid gap-3 py-4">
            <p className="flex flex-wrap gap-2">
              <SiteLink className="link" href={href}>
                {name}
              </SiteLink>
              <span className="pill">{isReportReason(reason) ? reasons(reason) : reason}</span>
              <span className="text-14 text-ink-2">
                <Reporter name={reporter} /> · <CaseAge age={ageOf(createdAt)} />
              </span>
              <ReadFiles versionId={read} />
            </p>
            <p className="max-w-[70ch] whitespace-pre-line wrap-anywhere">{text}</p>
            {words === undefined ? null : (
              <blockquote className="max-w-[70ch] border-s-3 border-line ps-4 whitespace-pre-line wrap-anywhere">
                {words.by === null ? null : (
                  <p className="text-14">
                    <SiteLink className="link" href={`/people/${encodeURIComponent(words.by)}`}>
                      {words.by}
                    </SiteLink>
                  </p>
                )}
                {words.text}
              </blockquote>
            )}
            <UnlessOwn
              leftToOthers={leftToOthers}
              what={words ? "post" : kind === "report" ? "skill" : "set"}
            >
              <DecisionForm subject={[kind, id]} about={name} action={action} choices={choices} />
            </UnlessOwn>
          </li>
        );
      })}
    </ul>
  );
}

async function ReadFiles({ versionId }: { versionId: string | null }) {
  const t = await getTranslations("administration");
  return versionId === null ? null : (
    <SiteLink className="link text-14" href={versionCasePath(versionId)}>
      {t("readFiles")}
    </SiteLink>
  );
}

async function Reporter({ name }: { name: string | null }) {
  const t = await getTranslations("administration");
  return name === null ? (
    t("anonymous")
  ) : (
    <SiteLink className="link" href={`/people/${name}`}>
      {name}
    </SiteLink>
  );
}

async function Appeals({ actor }: { actor: Actor }) {
  const [appeals, t] = await Promise.all([listAppeals(actor), getTranslations("administration")]);
  const leftToOthers = await listLeftToOthers(
    actor,
    appeals.map(({ skill }) => skill.id),
  );
  return (
    <PageSection id="appeals" title={t("appeals")} remark={t("reportsRemark")}>
      {appeals.length === 0 && <p className="py-3 text-14 text-ink-2">{t("noneAppealed")}</p>}
      <ul className="divide-y divide-line">
        {appeals.map((appeal) => (
          <li key={appeal.id} id={caseAnchor(appeal.id)} className="grid gap-3 py-4">
            <p className="flex flex-wrap gap-2">
              <SiteLink
                className="link"
                href={
                  appeal.versionId === null
                    ? `/skills/${appeal.skill.slug}/quarantine`
                    : `/publish/${appeal.versionId}`
                }
              >
                {appeal.skill.slug}
              </SiteLink>
              <span className="text-14 text-ink-2">
                {appeal.account.username} ·{" "}
                {appeal.versionId === null ? t("aboutQuarantine") : t("aboutRejection")} ·{" "}
                <CaseAge age={ageOf(appeal.createdAt)} />
              </span>
              <ReadFiles versionId={appeal.versionId ?? appeal.skill.latestVersionId} />
            </p>
            {appeal.skill.quarantineReason === null ? null : (
              <p className="max-w-[70ch] text-14 text-ink-2">{appeal.skill.quarantineReason}</p>
            )}
            <p className="max-w-[70ch] whitespace-pre-line wrap-anywhere">{appeal.text}</p>
            <UnlessOwn leftToOthers={leftToOthers.has(appeal.skill.id)}>
              <DecisionForm
                subject={["appeal", appeal.id]}
                about={appeal.skill.slug}
                action={decideAppealAction}
                choices={[
                  {
                    value: "grant",
                    label: t("grant"),
                    tone: "primary",
                    effect: t(appeal.versionId === null ? "effect.endQuarantine" : "effect.listRejected"),
                  },
                  { value: "deny", label: t("deny"), tone: "danger", effect: t("effect.deny") },
                ]}
              />
            </UnlessOwn>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
