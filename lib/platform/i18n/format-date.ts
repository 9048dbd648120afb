import { DAY_MS, HOUR_MS } from "@/lib/kernel/clock";

const MINUTE_MS = 60_000;
const RELATIVE_DAYS = 14;

const ENGLISH_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A day in UTC: 21 Nov 2026; 2026年11月21日; 2026년 11월 21일. Throws a `RangeError` on an unreadable time. */
export function formatDay(iso: string, locale: string): string {
  const { year, month, day } = utcParts(iso);
  if (locale.startsWith("zh")) return `${year}年${month}月${day}日`;
  if (locale.startsWith("ko")) return `${year}년 ${month}월 ${day}일`;
  return `${day} ${ENGLISH_MONTHS[month - 1] ?? ""} ${year}`;
}

/**
 * A day as narrow as a stamp needs it, where the signs for year, month and day would cross the ring: 21 Nov
 * 2026; 2026.11.21.
 */
export function formatStampDay(iso: string, locale: string): string {
  const { year, month, day } = utcParts(iso);
  const isWide = locale.startsWith("zh") || locale.startsWith("ko");
  return isWide ? `${year}.${month}.${day}` : formatDay(iso, locale);
}

/** A day without its year, for axes: 21 Nov; 11月21日; 11월 21일. */
export function formatDayOfYear(iso: string, locale: string): string {
  const { month, day } = utcParts(iso);
  if (locale.startsWith("zh")) return `${month}月${day}日`;
  if (locale.startsWith("ko")) return `${month}월 ${day}일`;
  return `${day} ${ENGLISH_MONTHS[month - 1] ?? ""}`;
}

/** To the minute, in UTC: 21 Nov 2026, 02:47 UTC. */
export function formatMinute(iso: string, locale: string): string {
  return joinDayAndClock(iso, locale, 16);
}

/** To the second, in UTC, for receipts, audits and logs: 21 Nov 2026, 02:47:09 UTC. */
export function formatSecond(iso: string, locale: string): string {
  return joinDayAndClock(iso, locale, 19);
}

/**
 * "now" within a minute, "3 days ago" up to fourteen days back, then the day. A time ahead of `nowMs` counts as now.
 */
export function formatRelative(iso: string, locale: string, nowMs: number): string {
  const passedMs = Math.max(0, nowMs - Date.parse(iso));
  if (passedMs >= (RELATIVE_DAYS + 1) * DAY_MS) return formatDay(iso, locale);
  if (passedMs < MINUTE_MS)
    return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(0, "second");
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  if (passedMs < HOUR_MS) return format.format(-Math.floor(passedMs / MINUTE_MS), "minute");
  if (passedMs < DAY_MS) return format.format(-Math.floor(passedMs / HOUR_MS), "hour");
  return format.format(-Math.floor(passedMs / DAY_MS), "day");
}

function joinDayAndClock(iso: string, locale: string, end: number): string {
  const clock = new Date(iso).toISOString().slice(11, end);
  const gap = locale.startsWith("zh") || locale.startsWith("ko") ? " " : ", ";
  return `${formatDay(iso, locale)}${gap}${clock} UTC`;
}

function utcParts(iso: string): { year: number; month: number; day: number } {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) throw new RangeError(`not a time: ${iso}`);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
