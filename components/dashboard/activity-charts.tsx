import { useLocale, useTranslations } from "next-intl";
import { LineChart } from "@/components/charts/line-chart";
import { ChartFrame, ChartKey, DayTable, LamportsChart, NONE } from "@/components/dashboard/chart-parts";
import type { DailySeries, Period } from "@/lib/kernel/day-window";
import { formatCompact, formatCount, formatDay, formatDayOfYear } from "@/lib/platform/i18n/format";
import type { Activity } from "@/lib/catalogue/dashboard/get-dashboard";
import { coordinate, labelledDays, ticksFor, Drawing } from "@/components/charts/drawing";

const WIDTH = 720;
const HEIGHT = 372;
const LEFT = 44;
const TOP = 40;
const BASE = 346;
const BAR_SHARE = 0.6;
const FLAG_WIDTH_PER_CHARACTER = 6.8;

interface BarChartProps {
  /** One bar each; the last day is not over and pale. */
  values: readonly number[];
  /** What stands under a bar, where there is room. */
  labels: readonly string[];
  /** Words on a line over a bar. */
  flags: readonly { day: number; text: string }[];
  /** The sentence that says what the picture shows. */
  description: string;
  formatTick: (value: number) => string;
}

/** Bars of a daily count, drawn on the server. */
function BarChart({ values, labels, flags, description, formatTick }: BarChartProps) {
  const ticks = ticksFor(Math.max(...values), 1);
  const top = ticks.at(-1) ?? 1;
  const slot = (WIDTH - LEFT) / values.length;
  const yOf = (value: number) => BASE - (value / top) * (BASE - TOP);
  const barOf = (value: number, day: number) => {
    const x = LEFT + slot * (day + (1 - BAR_SHARE) / 2);
    return `M${coordinate(x)} ${BASE}V${coordinate(yOf(value))}h${coordinate(slot * BAR_SHARE)}V${BASE}z`;
  };
  const centre = (day: number) => LEFT + slot * (day + 0.5);
  const edgeOf = (next: BarChartProps["flags"][number] | undefined) =>
    next ? Math.min(centre(next.day), WIDTH - flagWidth(next.text)) : WIDTH + 1;
  return (
    <Drawing width={WIDTH} height={HEIGHT} description={description}>
      {ticks.map((tick) => (
        <g key={tick}>
          <path className="stroke-line" d={`M${LEFT} ${coordinate(yOf(tick))}H${WIDTH}`} />
          <text x={LEFT - 8} y={coordinate(yOf(tick) + 4)} textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      <path className="fill-accent" d={values.slice(0, -1).map(barOf).join("")} />
      <path className="fill-accent-line" d={barOf(values.at(-1) ?? 0, values.length - 1)} />
      {labelledDays(values.length, 5).map((day) => (
        <text key={day} x={coordinate(centre(day))} y={BASE + 18} textAnchor={day === 0 ? "start" : "middle"}>
          {labels[day]}
        </text>
      ))}
      {flags.map(({ day, text }, at) => (
        <Flag key={day} x={centre(day)} end={edgeOf(flags[at + 1])} text={text} />
      ))}
    </Drawing>
  );
}

/** A line over a bar; its words only where they do not reach into the next flag, which starts at `end`. */
function Flag({ x, end, text }: { x: number; end: number; text: string }) {
  const width = flagWidth(text);
  const left = Math.min(x - 1, WIDTH - width);
  return (
    <g>
      <path className="stroke-ink [stroke-dasharray:2_3]" d={`M${coordinate(x)} 4V${BASE}`} />
      {left + width > end ? null : (
        <>
          <rect className="fill-ink" x={coordinate(left)} y="2" width={coordinate(width)} height="17" />
          <text className="fill-paper" x={coordinate(left + width / 2)} y="14" textAnchor="middle">
            {text}
          </text>
        </>
      )}
    </g>
  );
}

function flagWidth(text: string): number {
  return 12 + text.length * FLAG_WIDTH_PER_CHARACTER;
}

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
