import { unlistedPage } from "@/components/site/page-metadata";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { discardAction } from "@/app/[locale]/(creator)/publish/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { ActivityCharts } from "@/components/dashboard/activity-charts";
import { PeriodLinks } from "@/components/dashboard/chart-parts";
import { AttentionList } from "@/components/dashboard/attention-list";
import { FailureList } from "@/components/dashboard/failure-list";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { OwnSkills } from "@/components/dashboard/own-skills";
import { PaymentTable } from "@/components/dashboard/payment-table";
import { UnderWay } from "@/components/publish/under-way";
import { Icon } from "@/components/ui/icon";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { type Period, PERIODS, readPeriod, type DailySeries } from "@/lib/kernel/day-window";
import {
  getActivity,
  getDashboard,
  listAttention,
  listUnfinished,
  type Activity,
  type Unfinished,
} from "@/lib/catalogue/dashboard/get-dashboard";
import { countUnmailedChanges } from "@/lib/log/events/notices/count-unmailed-changes";
import { listLostDomains } from "@/lib/identity/domains/own-domains";
import { listDecidedAbout, type DecidedAbout } from "@/lib/moderation/list-decided-about";
import { FAILURE_DAYS, listFailures } from "@/lib/running/failures/failures";
import { listUnderWay } from "@/lib/publishing/publications/read-publication";
import { getDailyEarnings, getEarningsOfWeek, listLatestPayments } from "@/lib/payments/earnings";
import { Figure, FigureList } from "@/components/ui/lists";
import { formatCount, formatShare, formatSol } from "@/lib/platform/i18n/format";
import type { ReactNode } from "react";
import { NewsList } from "@/components/following/news-list";
import { skillPath } from "@/components/skill/links";
import { listNews } from "@/lib/catalogue/following/news";
import { describeNews } from "@/lib/catalogue/following/news-words";
import { FOLLOWING_PAGE } from "@/lib/platform/i18n/paths";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import type { JobProgress } from "@/lib/platform/jobs/queue";
import type { PageProps } from "@/app/[locale]/page-props";

const SKILLS_SHOWN = 5;
const NEWS_SHOWN = 5;

export const generateMetadata = unlistedPage("dashboard");

export default async function DashboardPage(props: PageProps<{ days?: string; table?: string }>) {
  const {
    actor,
    drafts,
    frame,
    locale,
    query: { days, table },
  } = await loadCreator(props, "/dashboard");
  const period = readPeriod(days);
  const id = actor.accountId;
  const [
    t,
    { skills, wallets },
    activity,
    revenue,
    week,
    attention,
    payments,
    unmailed,
    lost,
    underWay,
    unfinished,
    failures,
    decided,
    { news },
    following,
  ] = await Promise.all([
    getTranslations("dashboard"),
    getDashboard(id),
    getActivity(id, period),
    getDailyEarnings(id, period),
    getEarningsOfWeek(id),
    listAttention(id),
    listLatestPayments(id),
    countUnmailedChanges(id),
    listLostDomains(id),
    listUnderWay(id),
    listUnfinished(id),
    listFailures(id),
    listDecidedAbout(id),
    listNews(id, { limit: NEWS_SHOWN }),
    getTranslations("following"),
  ]);
  const noWallet = wallets.length === 0 && skills.some(({ declaredLamports }) => declaredLamports !== "0");
  return (
    <DashboardFrame
      {...frame}
      entry="overview"
      path="/dashboard"
      title={t("title")}
      actions={
        skills.length === 0 ? null : (
          <>
            <PeriodLinks path="/dashboard" periods={PERIODS} period={period} />
            <a className="btn btn-sm" href="/api/earnings.csv" download>
              <Icon name="download" size={15} />
              CSV
            </a>
          </>
        )
      }
    >
      <AttentionList
        attention={attention}
        drafts={drafts}
        noWallet={noWallet}
        unmailed={unmailed}
        lostDomains={lost}
      />
      <DecidedList decided={decided} />
      <UnderWay publications={underWay} discard={discardAction} />
      <UnfinishedList {...unfinished} />
      {skills.length === 0 ? null : (
        <>
          <Figures activity={activity} revenue={revenue} period={period} />
          <ActivityCharts activity={activity} revenue={revenue} period={period} asTable={table} />
        </>
      )}
      <PageSection
        id="skills"
        title={t("skills")}
        remark={skills.length === 0 ? null : t("seven-days")}
        more={
          skills.length > SKILLS_SHOWN ? (
            <SiteLink className="link" href="/dashboard/skills">
              {t("all-skills", { count: skills.length })}
            </SiteLink>
          ) : null
        }
        className="mt-10"
      >
        <OwnSkills skills={skills} most={SKILLS_SHOWN} earned={week} />
      </PageSection>
      <FailureList failures={failures} days={FAILURE_DAYS} />
      {news.length === 0 ? null : (
        <PageSection
          id="following"
          title={following("title")}
          more={
            <SiteLink className="link" href={FOLLOWING_PAGE}>
              {following("all")}
            </SiteLink>
          }
          className="mt-10"
        >
          <NewsList news={describeNews(news, locale)} />
        </PageSection>
      )}
      {skills.length === 0 ? null : (
        <PageSection
          id="payments"
          title={t("payments.latest")}
          more={
            <SiteLink className="link" href="/dashboard/receipts">
              {t("payments.all")}
            </SiteLink>
          }
          className="mt-10"
        >
          {payments.length === 0 ? (
            <p className="py-4 text-14 text-ink-2">{t("payments.none")}</p>
          ) : (
            <PaymentTable payments={payments} />
          )}
        </PageSection>
      )}
    </DashboardFrame>
  );
}

interface FiguresProps {
  activity: Activity;
  revenue: DailySeries<bigint>;
  period: Period;
}

/** Four totals of the period, each beside that of the period before. */
function Figures({ activity, revenue, period }: FiguresProps) {
  const t = useTranslations("dashboard.figures");
  const calls = totals(activity.calls);
  const downloads = totals(activity.downloads);
  const earned = revenue.current.reduce((sum, amount) => sum + amount, 0n);
  const earnedBefore = revenue.previous.reduce((sum, amount) => sum + amount, 0n);
  const failed = totals(activity.failed).now;
  const finished = calls.now + failed;
  return (
    <FigureList count={4}>
      <Figure name={t("calls")} remark={<Change {...calls} period={period} />}>
        {formatCount(calls.now)}
      </Figure>
      <Figure
        name={t("revenue")}
        remark={<Change now={Number(earned)} before={Number(earnedBefore)} period={period} />}
      >
        <span title={`${formatSol(earned.toString())} SOL`}>
          {earned === 0n ? "0" : formatSol(earned.toString())}
        </span>{" "}
        <small className="font-sans text-14 leading-none font-normal tracking-normal text-ink-2">SOL</small>
      </Figure>
      <Figure name={t("downloads")} remark={<Change {...downloads} period={period} />}>
        {formatCount(downloads.now)}
      </Figure>
      <Figure name={t("succeeded")} remark={finished === 0 ? t("no-calls") : t("failed", { count: failed })}>
        {finished === 0 ? "–" : formatShare(calls.now / finished)}
      </Figure>
    </FigureList>
  );
}

function Change({ now, before, period }: { now: number; before: number; period: Period }) {
  const t = useTranslations("dashboard.figures");
  if (before === 0) return t("none-before", { days: period });
  if (now === before) return t("as-before", { days: period });
  const risen = now > before;
  const percent = `${((Math.abs(now - before) / before) * 100).toFixed(1)}%`;
  return (
    <>
      <span className={`inline-flex items-center gap-0.5 ${risen ? "text-accent" : "text-danger"}`}>
        <Icon name={risen ? "up" : "down"} size={13} />
        <span className="vh">{risen ? t("more") : t("less")}</span> {percent}
      </span>{" "}
      {t("on-before", { days: period })}
    </>
  );
}

function totals({ current, previous }: DailySeries<number>): { now: number; before: number } {
  const sum = (series: readonly number[]) => series.reduce((total, value) => total + value, 0);
  return { now: sum(current), before: sum(previous) };
}

/** What goes on without its person, or waits for them to go on with it, each with its step and the way back to it. */
function UnfinishedList({ versions, purchases, reviews }: Unfinished) {
  const t = useTranslations("dashboard.unfinished");
  if (versions.length + purchases.length + reviews.length === 0) return null;
  return (
    <PageSection id="unfinished" title={t("title")} remark={t("remark")} className="mt-10">
      <ul className="divide-y divide-line">
        {versions.map(({ versionId, replaying, ...row }) => (
          <Row key={versionId} {...row} href={`/publish/${versionId}`}>
            {replaying === null ? t("vetting") : <Replaying progress={replaying} />}
          </Row>
        ))}
        {purchases.map(({ quoteId, step, callsMade, ...row }) => (
          <Row key={quoteId} {...row} href={`${skillPath(row.slug, "overview", row.version)}#run`}>
            {t(step, { made: callsMade, calls: row.calls })}
          </Row>
        ))}
        {reviews.map(({ versionId, until, comparing, ...row }) => (
          <Row key={versionId} {...row} href={`/review/${versionId}`}>
            {t.rich("review", { until: slot(<When iso={until.toISOString()} as="minute" />) })}{" "}
            {comparing === null ? null : <Comparing progress={comparing} />}
          </Row>
        ))}
      </ul>
    </PageSection>
  );
}

interface RowProps {
  slug: string;
  version: string;
  href: string;
  since?: Date;
  children: ReactNode;
}

function Row({ slug, version, href, since, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3 text-14">
      <SiteLink className="link font-medium" href={href}>
        {slug}
      </SiteLink>
      <span className="mono text-13">{version}</span>
      <span className="min-w-0 text-ink-2">{children}</span>
      {since ? (
        <span className="ms-auto text-13 text-ink-3">
          <When iso={since.toISOString()} as="relative" />
        </span>
      ) : null}
    </li>
  );
}

function Replaying({ progress }: { progress: JobProgress }) {
  const t = useTranslations("dashboard.unfinished");
  return progress.state === "later"
    ? t.rich("replay.later", whenOf(progress))
    : t(`replay.${progress.state}`);
}

function Comparing({ progress }: { progress: JobProgress }) {
  const t = useTranslations("dashboard.unfinished");
  return progress.state === "later"
    ? t.rich("compare.later", whenOf(progress))
    : t(`compare.${progress.state}`);
}

const whenOf = ({ at }: { at: Date }) => ({ when: slot(<When iso={at.toISOString()} as="minute" />) });

/** What administrators decided about what is the reader's, in their words, and what can be done; nothing where nothing was. */
function DecidedList({ decided }: { decided: readonly DecidedAbout[] }) {
  const t = useTranslations("dashboard.decided");
  if (decided.length === 0) return null;
  return (
    <PageSection id="decided" title={t("title")} remark={t("remark")} className="mt-10">
      <ul className="divide-y divide-line">
        {decided.map(({ what, name, reason, decidedAt }) => (
          <li key={`${what} ${name} ${decidedAt}`} className="grid max-w-[80ch] gap-1 py-3 text-14">
            <p>
              {t.rich(what, {
                name: slot(
                  <SiteLink
                    className="link font-medium wrap-anywhere"
                    href={what === "upheld-skill" ? skillPath(name) : `/sets/${name}`}
                  >
                    {name}
                  </SiteLink>,
                ),
                day: slot(<When iso={decidedAt} as="day" />),
              })}
            </p>
            <blockquote className="border-s-2 border-line-2 ps-3 whitespace-pre-line text-ink-2 wrap-anywhere">
              {reason}
            </blockquote>
            <p>{t(`${what}-do`)}</p>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
