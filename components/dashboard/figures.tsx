import { useTranslations } from "next-intl";
import { Figure, FigureList } from "@/components/ui/figure-list";
import { Icon } from "@/components/ui/icon";
import type { DailySeries, Period } from "@/lib/kernel/day-window";
import { formatCount, formatShare, exactSol, formatSol } from "@/lib/platform/i18n/format";
import type { Activity } from "@/lib/catalogue/dashboard/get-dashboard";

interface FiguresProps {
  activity: Activity;
  revenue: DailySeries<bigint>;
  period: Period;
}

/** Four totals of the period, each beside that of the period before. */
export function Figures({ activity, revenue, period }: FiguresProps) {
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
        <span title={`${exactSol(earned.toString())} SOL`}>
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
