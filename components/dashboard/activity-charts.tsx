import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { BarChart } from "@/components/charts/bar-chart";
import { LineChart } from "@/components/charts/line-chart";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { SiteLink } from "@/components/ui/site-link";
import type { DailySeries, Period } from "@/lib/kernel/day-window";
import {
  formatCompact,
  formatCount,
  formatDay,
  formatDayOfYear,
  formatSol,
  formatLamports,
} from "@/lib/platform/i18n/format";
import type { Activity } from "@/lib/catalogue/dashboard/get-dashboard";
import { LINE_BEFORE, LINE_NOW } from "@/components/charts/drawing";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { When } from "@/components/ui/values";

const NONE = "py-4.5 text-14 text-ink-2";

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
        ) : table === "revenue" ? (
          <DayTable
            caption={t("revenue-lamports")}
            days={days}
            current={revenue.current.map((amount) => formatLamports(amount.toString()))}
            previous={revenue.previous.map((amount) => formatLamports(amount.toString()))}
          />
        ) : (
          <LineChart
            values={revenue.current.map(toSol)}
            previous={revenue.previous.map(toSol)}
            labels={labels}
            description={sentence(
              "revenue",
              revenue.current.map((amount) => formatSol(amount.toString())),
            )}
            smallest={1e-9}
            formatTick={shortSol}
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

function ChartKey({ period }: { period: Period }) {
  const t = useTranslations("dashboard.charts");
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2 *:inline-flex *:items-center *:gap-1.5">
      <span>
        <svg width="22" height="6" aria-hidden="true">
          <path className={LINE_NOW} d="M0 3h22" />
        </svg>
        {t("now")}
      </span>
      <span>
        <svg width="22" height="6" aria-hidden="true">
          <path className={LINE_BEFORE} d="M0 3h22" />
        </svg>
        {t("before", { days: period })}
      </span>
    </p>
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

/** For drawing only: a picture needs no more digits than a float has. */
function toSol(lamports: bigint): number {
  return Number(lamports) / 1e9;
}

function shortSol(sol: number): string {
  if (sol === 0) return "0";
  return Number(sol.toPrecision(3))
    .toFixed(9)
    .replace(/\.?0+$/, "");
}

interface DayTableProps {
  caption: string;
  days: readonly string[];
  current: readonly string[];
  previous: readonly string[];
  releases?: Activity["releases"] | undefined;
}

/** The numbers of a chart, the newest day first. */
function DayTable({ caption, days, current, previous, releases }: DayTableProps) {
  const t = useTranslations("dashboard.charts");
  return (
    <div className="max-h-[430px] overflow-auto" role="group" aria-label={caption} {...SCROLLABLE}>
      <DataTable
        className="mt-3 w-full"
        caption={caption}
        columns={[
          t("day"),
          releases && releases.length > 0 ? t("released") : "",
          atEnd(t("now")),
          atEnd(t("same-day-before")),
        ]}
      >
        {days
          .map((day, at) => (
            <tr key={day}>
              <th scope="row" className="font-normal whitespace-nowrap">
                <When iso={day} as="day" />
              </th>
              <td className="font-mono text-12 wrap-anywhere">
                {releases
                  ?.filter((release) => release.day === at)
                  .map(({ slug, version }) => `${slug} ${version}`)
                  .join(", ")}
              </td>
              <td className="end num">{current[at]}</td>
              <td className="end num">{previous[at]}</td>
            </tr>
          ))
          .reverse()}
      </DataTable>
    </div>
  );
}

interface ChartFrameProps {
  id: string;
  title: string;
  /** What must be known to read it, such as its unit. */
  remark?: string | null;
  /** The other way to see the same numbers; null when there are none. */
  other: { href: string; words: string } | null;
  tall?: boolean;
  children: ReactNode;
}

/** Title over a rule, with the way to the same numbers as a table. */
function ChartFrame({ id, title, remark, other, tall = false, children }: ChartFrameProps) {
  return (
    <section className={tall ? "row-span-2" : undefined} aria-labelledby={id}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 border-b border-edge pb-1.75">
        <h2 id={id} className="font-serif text-18 leading-[1.2] font-medium">
          {title}
        </h2>
        <span className="text-13 text-ink-3">
          {remark}
          {remark && other ? ", " : null}
          {other ? (
            <SiteLink className="link" href={other.href}>
              {other.words}
            </SiteLink>
          ) : null}
        </span>
      </header>
      {children}
    </section>
  );
}
