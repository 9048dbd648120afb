import type { ReactNode } from "react";
import { unlistedPage } from "@/components/site/page-metadata";
import { getTranslations, setRequestLocale } from "next-intl/server";
import {
  decideAppealAction,
  decideReportAction,
  decideSetReportAction,
} from "@/app/[locale]/(account)/administration/actions";
import { AdministrationFrame } from "@/components/administration/administration-frame";
import { DecisionForm } from "@/components/administration/decision-form";
import { CaseAge, caseAnchor, UnlessOwn } from "@/components/administration/case";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import type { Actor } from "@/lib/identity/actor";
import { leavesOwnToOthers, listLeftToOthers } from "@/lib/identity/decided-by";
import { listAppeals } from "@/lib/moderation/decide-appeal";
import { listReports, type SentReport } from "@/lib/moderation/reports";
import { listSetReports } from "@/lib/moderation/set-reports";
import { ageOf } from "@/lib/moderation/list-waiting";
import { isReportReason } from "@/lib/moderation/report-reasons";
import { loadAdministrator, type AdministrationProps } from "../load-administrator";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedPage("administration", "reports");

export default async function ReportsPage({ params, searchParams }: AdministrationProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const outcome = await searchParams;
  const { actor, waiting, cases } = await loadAdministrator(locale, "/administration/reports", outcome);
  const t = await getTranslations("administration");
  return (
    <AdministrationFrame
      section="reports"
      outcome={outcome}
      waiting={waiting}
      next={cases[0]}
      reason={t("decision")}
    >
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
  const ofSkills = reports.filter(({ post }) => post === null);
  const ofPosts = reports.flatMap(({ post, ...report }) => (post === null ? [] : [{ ...report, post }]));
  return (
    <>
      <PageSection id="reports" title={t("reportsOnly")} remark={t("reportsRemark")}>
        {ofSkills.length === 0 && <p className="py-3 text-14 text-ink-2">{t("noneReported")}</p>}
        <ul className="divide-y divide-line">
          {ofSkills.map((report) => (
            <Reported key={report.id} report={report} href={`/skills/${report.skill.slug}`}>
              <UnlessOwn leftToOthers={leftToOthers.has(report.skill.id)}>
                <DecisionForm
                  subject={["report", report.id]}
                  about={report.skill.slug}
                  action={decideReportAction}
                  choices={[
                    {
                      value: "quarantine",
                      label: t("toQuarantine"),
                      tone: "danger",
                      effect: t("effect.quarantineReported"),
                    },
                    { value: "uphold", label: t("uphold"), tone: "plain", effect: t("effect.uphold") },
                    { value: "dismiss", label: t("dismiss"), tone: "plain", effect: t("effect.dismiss") },
                  ]}
                />
              </UnlessOwn>
            </Reported>
          ))}
        </ul>
      </PageSection>
      <PageSection id="post-reports" title={t("postReports")} remark={t("reportsRemark")}>
        {ofPosts.length === 0 && <p className="py-3 text-14 text-ink-2">{t("noneReported")}</p>}
        <ul className="divide-y divide-line">
          {ofPosts.map(({ post, ...report }) => (
            <Reported
              key={report.id}
              report={report}
              href={`/skills/${report.skill.slug}/questions?question=${post.questionId ?? post.id}`}
            >
              <blockquote className="max-w-[70ch] border-s-3 border-line ps-4 whitespace-pre-line wrap-anywhere">
                {post.account === null ? null : (
                  <p className="text-14">
                    <SiteLink className="link" href={`/people/${encodeURIComponent(post.account.username)}`}>
                      {post.account.username}
                    </SiteLink>
                  </p>
                )}
                {post.text ?? t("taken-back")}
              </blockquote>
              <UnlessOwn leftToOthers={leftToOthers.has(report.skill.id)}>
                <UnlessOwn leftToOthers={leavesOwn && post.account?.id === actor.accountId} what="post">
                  <DecisionForm
                    subject={["report", report.id]}
                    about={report.skill.slug}
                    action={decideReportAction}
                    choices={[
                      { value: "hide", label: t("toHide"), tone: "danger", effect: t("effect.hide") },
                      {
                        value: "quarantine-author",
                        label: t("toQuarantineAuthor"),
                        tone: "danger",
                        effect: t("effect.quarantine-author"),
                      },
                      {
                        value: "uphold",
                        label: t("upholdPost"),
                        tone: "plain",
                        effect: t("effect.upholdPost"),
                      },
                      { value: "dismiss", label: t("dismiss"), tone: "plain", effect: t("effect.dismiss") },
                    ]}
                  />
                </UnlessOwn>
              </UnlessOwn>
            </Reported>
          ))}
        </ul>
      </PageSection>
    </>
  );
}

interface ReportedProps {
  report: Omit<SentReport, "post">;
  /** Where what it is about is seen. */
  href: string;
  children: ReactNode;
}

/** What a report says, and by whom and since when. */
async function Reported({ report, href, children }: ReportedProps) {
  const reasons = await getTranslations("report.reasons");
  return (
    <li id={caseAnchor(report.id)} className="grid gap-3 py-4">
      <p className="flex flex-wrap gap-2">
        <SiteLink className="link" href={href}>
          {report.skill.slug}
        </SiteLink>
        <span className="pill">{isReportReason(report.reason) ? reasons(report.reason) : report.reason}</span>
        <span className="text-14 text-ink-2">
          <Reporter name={report.reporter} /> · <CaseAge age={ageOf(report.createdAt)} />
        </span>
      </p>
      <p className="max-w-[70ch] whitespace-pre-line wrap-anywhere">{report.text}</p>
      {children}
    </li>
  );
}

async function SetReports({ actor }: { actor: Actor }) {
  const [reports, t, reasons] = await Promise.all([
    listSetReports(actor),
    getTranslations("administration"),
    getTranslations("report.reasons"),
  ]);
  return (
    <PageSection id="set-reports" title={t("setReports")} remark={t("reportsRemark")}>
      {reports.length === 0 && <p className="py-3 text-14 text-ink-2">{t("noneReported")}</p>}
      <ul className="divide-y divide-line">
        {reports.map(({ id, set, reason, reporter, createdAt, text, leftToOthers }) => (
          <li key={id} id={caseAnchor(id)} className="grid gap-3 py-4">
            <p className="flex flex-wrap gap-2">
              <SiteLink className="link" href={`/sets/${set.name}`}>
                {set.name}
              </SiteLink>
              <span className="pill">{isReportReason(reason) ? reasons(reason) : reason}</span>
              <span className="text-14 text-ink-2">
                <Reporter name={reporter} /> · <CaseAge age={ageOf(createdAt)} />
              </span>
            </p>
            <p className="max-w-[70ch] whitespace-pre-line wrap-anywhere">{text}</p>
            <UnlessOwn leftToOthers={leftToOthers} what="set">
              <DecisionForm
                subject={["setReport", id]}
                about={set.name}
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
            </UnlessOwn>
          </li>
        ))}
      </ul>
    </PageSection>
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
