import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { discardAction } from "@/app/[locale]/(creator)/publish/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { ActivityCharts } from "@/components/dashboard/activity-charts";
import { AttentionList } from "@/components/dashboard/attention-list";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { Figures } from "@/components/dashboard/figures";
import { OwnSkills } from "@/components/dashboard/own-skills";
import { PaymentTable } from "@/components/dashboard/payment-table";
import { UnfinishedList } from "@/components/dashboard/unfinished-list";
import { UnderWay } from "@/components/publish/under-way";
import { Icon } from "@/components/ui/icon";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { type Period, PERIODS, readPeriod } from "@/lib/kernel/day-window";
import {
  getActivity,
  getDashboard,
  listAttention,
  listUnfinished,
} from "@/lib/catalogue/dashboard/get-dashboard";
import { countUnmailedChanges } from "@/lib/log/events/notices/count-unmailed-changes";
import { listLostDomains } from "@/lib/identity/domains/own-domains";
import { listUnderWay } from "@/lib/publishing/publications/read-publication";
import { getDailyEarnings, getEarningsOfWeek, listLatestPayments } from "@/lib/payments/earnings";

export const dynamic = "force-dynamic";

interface DashboardProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ days?: string; table?: string }>;
}

const SKILLS_SHOWN = 5;

export async function generateMetadata({ params }: DashboardProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "dashboard" });
  return { title: t("title"), robots: { index: false } };
}

export default async function DashboardPage({ params, searchParams }: DashboardProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const { actor, drafts, frame } = await loadCreator(locale, "/dashboard");
  const { days, table } = await searchParams;
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
            <PeriodLinks periods={PERIODS} period={period} />
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
      <UnderWay publications={underWay} discard={discardAction} />
      <UnfinishedList {...unfinished} />
      {skills.length === 0 ? null : (
        <>
          <Figures activity={activity} revenue={revenue} period={period} />
          <ActivityCharts activity={activity} revenue={revenue} period={period} asTable={table} />
        </>
      )}
      <section aria-labelledby="skills" className="mt-10">
        <SectionHead
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
        />
        <OwnSkills skills={skills} most={SKILLS_SHOWN} earned={week} />
      </section>
      {skills.length === 0 ? null : (
        <section aria-labelledby="payments" className="mt-10">
          <SectionHead
            id="payments"
            title={t("payments.latest")}
            more={
              <SiteLink className="link" href="/dashboard/receipts">
                {t("payments.all")}
              </SiteLink>
            }
          />
          {payments.length === 0 ? (
            <p className="py-4 text-14 text-ink-2">{t("payments.none")}</p>
          ) : (
            <PaymentTable payments={payments} />
          )}
        </section>
      )}
    </DashboardFrame>
  );
}

/** The periods to look at, each with its own address. */
function PeriodLinks({ periods, period }: { periods: readonly Period[]; period: Period }) {
  const t = useTranslations("dashboard.period");
  return (
    <nav className="segments" aria-label={t("label")}>
      {periods.map((days) => (
        <SiteLink
          key={days}
          href={`/dashboard?days=${days}`}
          aria-label={t("long", { days })}
          aria-current={days === period ? "true" : undefined}
        >
          {t("short", { days })}
        </SiteLink>
      ))}
    </nav>
  );
}
