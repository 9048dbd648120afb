import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LINE_BEFORE, LINE_NOW } from "@/components/charts/drawing";
import { LineChart } from "@/components/charts/line-chart";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import type { DailySeries, Period } from "@/lib/kernel/day-window";
import type { Activity } from "@/lib/catalogue/dashboard/get-dashboard";
import { formatDayOfYear, formatLamports, formatSol } from "@/lib/platform/i18n/format";

/** What stands in the place of a chart without numbers. */
export const NONE = "py-4.5 text-14 text-ink-2";

interface LamportsChartProps {
  title: string;
  days: readonly string[];
  series: DailySeries<bigint>;
  asTable: boolean;
  /** What the picture shows, of its amounts in SOL. */
  sentence: (amounts: readonly string[]) => string;
}

/** Lamports by day as a line in SOL, with the period before dashed, or as the table of its numbers. */
export function LamportsChart({
  title,
  days,
  series: { current, previous },
  asTable,
  sentence,
}: LamportsChartProps) {
  const locale = useLocale();
  if (asTable)
    return (
      <DayTable
        caption={title}
        days={days}
        current={current.map((amount) => formatLamports(amount.toString()))}
        previous={previous.map((amount) => formatLamports(amount.toString()))}
      />
    );
  return (
    <LineChart
      values={current.map(toSol)}
      previous={previous.map(toSol)}
      labels={days.map((day) => formatDayOfYear(day, locale))}
      description={sentence(current.map((amount) => formatSol(amount.toString())))}
      smallest={1e-9}
      formatTick={shortSol}
    />
  );
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

/** Which line is which period. */
export function ChartKey({ period }: { period: Period }) {
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

interface DayTableProps {
  caption: string;
  days: readonly string[];
  current: readonly string[];
  previous: readonly string[];
  releases?: Activity["releases"] | undefined;
}

/** The numbers of a chart, the newest day first. */
export function DayTable({ caption, days, current, previous, releases }: DayTableProps) {
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
export function ChartFrame({ id, title, remark, other, tall = false, children }: ChartFrameProps) {
  return (
    <section className={tall ? "row-span-2" : undefined} aria-labelledby={id}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-0.5 border-b border-edge pb-1.75">
        <h2 id={id} className="font-serif text-18 leading-[1.2] font-medium">
          {title}
        </h2>
        <span className="text-13 text-ink-3">
          {remark}
          {remark && other ? " · " : null}
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

interface PeriodLinksProps {
  path: string;
  periods: readonly Period[];
  period: Period;
}

/** The periods to look at, each with its own address of the page. */
export function PeriodLinks({ path, periods, period }: PeriodLinksProps) {
  const t = useTranslations("dashboard.period");
  return (
    <nav className="segments" aria-label={t("label")}>
      {periods.map((days) => (
        <SiteLink
          key={days}
          href={`${path}?days=${days}`}
          aria-label={t("long", { days })}
          aria-current={days === period ? "true" : undefined}
        >
          {t("short", { days })}
        </SiteLink>
      ))}
    </nav>
  );
}
