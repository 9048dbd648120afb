import { DAY_MS, HOUR_MS } from "@/lib/kernel/clock";

export { formatLamports, formatSol, groupDigits } from "@/lib/platform/i18n/format-amount";

/** A count in three significant digits: 318k, 31.8万, 31.8만. For result rows; tables show every digit. */
export function formatCompact(count: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { notation: "compact", maximumSignificantDigits: 3 });
  return format.format(count).replace("K", "k");
}

/** Every digit, thousands separated by commas in all three languages. */
export function formatCount(count: number): string {
  return new Intl.NumberFormat("en", { maximumFractionDigits: 0 }).format(count);
}

/** A file size in units of 1000: 812 B, 4.2 kB, 1.3 MB. */
export function formatSize(sizeBytes: number): string {
  if (sizeBytes < 1000) return `${sizeBytes} B`;
  if (sizeBytes < 999_950) return `${oneDecimal(sizeBytes / 1000)} kB`;
  return `${oneDecimal(sizeBytes / 1_000_000)} MB`;
}

/** A duration in seconds with two decimals, one from ten seconds on: 0.94 s, 12.3 s. */
export function formatSeconds(durationMs: number): string {
  const seconds = durationMs / 1000;
  return `${seconds.toFixed(seconds < 9.995 ? 2 : 1)} s`;
}

/** A typical duration, where two digits say enough: 1.6 s; 0.04 s below a tenth. */
export function formatRoughSeconds(durationMs: number): string {
  const seconds = durationMs / 1000;
  return `${seconds.toFixed(seconds < 0.095 ? 2 : 1)} s`;
}

/** A share between 0 and 1 as per cent with one decimal, cut so that only a full share reads 100%. */
export function formatShare(share: number): string {
  const tenths = Math.floor(share * 1000 + 1e-9);
  return tenths === 1000 ? "100%" : `${(tenths / 10).toFixed(1)}%`;
}

function oneDecimal(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "");
}

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

/** To the minute: 21 Nov 2026, 02:47 UTC; so many minutes ahead of UTC: 21 Nov 2026, 11:47 UTC+9. */
export function formatMinute(iso: string, locale: string, aheadMinutes = 0): string {
  return joinDayAndClock(iso, locale, { end: 16, aheadMinutes });
}

/** To the second, for receipts, audits and logs: 21 Nov 2026, 02:47:09 UTC, or in another zone as `formatMinute` has it. */
export function formatSecond(iso: string, locale: string, aheadMinutes = 0): string {
  return joinDayAndClock(iso, locale, { end: 19, aheadMinutes });
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

function joinDayAndClock(
  iso: string,
  locale: string,
  { end, aheadMinutes }: { end: number; aheadMinutes: number },
): string {
  const there = new Date(Date.parse(iso) + aheadMinutes * MINUTE_MS).toISOString();
  const gap = locale.startsWith("zh") || locale.startsWith("ko") ? " " : ", ";
  return `${formatDay(there, locale)}${gap}${there.slice(11, end)} ${zoneName(aheadMinutes)}`;
}

/** UTC, UTC+9, UTC-3:30. */
function zoneName(aheadMinutes: number): string {
  if (aheadMinutes === 0) return "UTC";
  const minutes = Math.abs(aheadMinutes);
  const rest = minutes % 60 === 0 ? "" : `:${String(minutes % 60).padStart(2, "0")}`;
  return `UTC${aheadMinutes < 0 ? "-" : "+"}${Math.floor(minutes / 60)}${rest}`;
}

function utcParts(iso: string): { year: number; month: number; day: number } {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) throw new RangeError(`not a time: ${iso}`);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

const SHOWN = 4;

/** 7xKq…9fPa, for lists only: a 4+4 prefix can be faked, so pay, sign and verify screens show the whole address. */
export function shortAddress(address: string): string {
  return address.length <= 2 * SHOWN + 1 ? address : `${address.slice(0, SHOWN)}…${address.slice(-SHOWN)}`;
}

/** sha256:9f2c…b7e0. The algorithm is kept, or added when only the 64 hexadecimal digits are given. */
export function shortDigest(digest: string): string {
  const [algorithm, hex] = splitDigest(digest);
  return hex.length <= 2 * SHOWN + 1 ? digest : `${algorithm}:${hex.slice(0, SHOWN)}…${hex.slice(-SHOWN)}`;
}

/** The whole digest with its algorithm. */
export function fullDigest(digest: string): string {
  return splitDigest(digest).join(":");
}

/** Seven characters of a commit, as Git shows it. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 7);
}

function splitDigest(digest: string): [algorithm: string, hex: string] {
  const colon = digest.indexOf(":");
  return colon < 0 ? ["sha256", digest] : [digest.slice(0, colon), digest.slice(colon + 1)];
}

/** One to three digits, then groups of three, each behind the same mark; a fraction may follow a point. */
const GROUPED = /^(-?\d{1,3})(?:([,_\s])\d{3})(?:\2\d{3})*(\.\d+)?$/;

/**
 * A number as people paste it, `1,000,000` or `1 000 000`, without what groups its digits. Anything else comes back as
 * it was: a comma that does not group, as in `0,5`, is somebody's decimal mark, and leaving it out would make another
 * number of it.
 */
export function ungroupDigits(written: string): string {
  const trimmed = written.trim();
  return GROUPED.test(trimmed) ? trimmed.replaceAll(/[,_\s]/g, "") : trimmed;
}
