import { useLocale, useTranslations } from "next-intl";
import { BarChart } from "@/components/charts/bar-chart";
import { LineChart } from "@/components/charts/line-chart";
import { ChartFrame, ChartKey, DayTable, LamportsChart, NONE } from "@/components/dashboard/chart-parts";
import type { DailySeries, Period } from "@/lib/kernel/day-window";
import { formatCompact, formatCount, formatDay, formatDayOfYear } from "@/lib/platform/i18n/format";
import type { Activity } from "@/lib/catalogue/dashboard/get-dashboard";

const CHARTS = ["calls", "revenue", "downloads"] as const;
type Chart = (typeof CHARTS)[number];

interface ActivityChartsProps {
  activity: Activity;
  revenue: DailySeries<bigint>;
  period: Period;
  /** The chart whose numbers are shown as a table instead. */
  asTable: string | undefined;
}

/** Calls as bars with releases flagged; revenue and downloads as lines, the period before dashed. */
export function ActivityCharts({ activity, revenue, period, asTable }: ActivityChartsProps) {
  const t = useTranslations("dashboard.charts");
  const locale = useLocale();
  const { days, calls, downloads } = activity;
  const labels = days.map((day) => formatDayOfYear(day, locale));
  const table = CHARTS.find((chart) => chart === asTable);
  const sentence = (chart: Chart, amounts: readonly string[]) =>
    t(`${chart}-sentence`, {
      from: formatDay(days[0] ?? "", locale),
      to: formatDay(days.at(-1) ?? "", locale),
      first: amounts[0] ?? "0",
      last: amounts.at(-2) ?? "0",
    });
  const other = (chart: Chart, empty: boolean) =>
    empty
      ? null
      : table === chart
        ? { href: `/dashboard?days=${period}#${chart}`, words: t("as-chart") }
        : { href: `/dashboard?days=${period}&table=${chart}#${chart}`, words: t("as-table") };
  const noCalls = calls.current.every((count) => count === 0);
  const noDownloads = [...downloads.current, ...downloads.previous].every((count) => count === 0);
  const noRevenue = [...revenue.current, ...revenue.previous].every((amount) => amount === 0n);
  return (
    <div className="mt-8.5 grid grid-cols-[minmax(0,1.56fr)_minmax(0,1fr)] gap-x-11 gap-y-5.5 to-1080:grid-cols-[minmax(0,1fr)]">
      <ChartFrame
        id="calls"
        title={t("calls")}
        remark={noCalls ? null : t("today-open")}
        other={other("calls", noCalls)}
        tall
      >
        {noCalls ? (
          <p className={NONE}>{t("no-calls")}</p>
        ) : table === "calls" ? (
          <DayTable
            caption={t("calls")}
            days={days}
            current={calls.current.map(formatCount)}
            previous={calls.previous.map(formatCount)}
            releases={activity.releases}
          />
        ) : (
          <BarChart
            values={calls.current}
            labels={labels}
            flags={oneFlagADay(activity.releases)}
            description={sentence("calls", calls.current.map(formatCount))}
            formatTick={(value) => formatCompact(value, locale)}
          />
        )}
      </ChartFrame>
      <ChartFrame
        id="revenue"
        title={t("revenue")}
        remark={noRevenue ? null : "SOL"}
        other={other("revenue", noRevenue)}
      >
        {noRevenue ? (
          <p className={NONE}>{t("no-revenue")}</p>
        ) : (
          <LamportsChart
            title={t("revenue-lamports")}
            days={days}
            series={revenue}
            asTable={table === "revenue"}
            sentence={(amounts) => sentence("revenue", amounts)}
          />
        )}
      </ChartFrame>
      <ChartFrame id="downloads" title={t("downloads")} other={other("downloads", noDownloads)}>
        {noDownloads ? (
          <p className={NONE}>{t("no-downloads")}</p>
        ) : table === "downloads" ? (
          <DayTable
            caption={t("downloads")}
            days={days}
            current={downloads.current.map(formatCount)}
            previous={downloads.previous.map(formatCount)}
          />
        ) : (
          <LineChart
            values={downloads.current}
            previous={downloads.previous}
            labels={labels}
            description={sentence("downloads", downloads.current.map(formatCount))}
            smallest={1}
            formatTick={(value) => formatCompact(value, locale)}
          />
        )}
        {noDownloads && noRevenue ? null : <ChartKey period={period} />}
      </ChartFrame>
    </div>
  );
}

/** Several releases of one day stand in one flag. */
function oneFlagADay(releases: Activity["releases"]): { day: number; text: string }[] {
  const days = new Map<number, string[]>();
  for (const { day, version } of releases) days.set(day, [...(days.get(day) ?? []), version]);
  return [...days].map(([day, [first = "", ...more]]) => ({
    day,
    text: more.length === 0 ? first : `${first} +${more.length}`,
  }));
}
