const MOMENT =
  /^(\d{4})-(\d{2})-(\d{2})(T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)?)?$/;

export interface IsoMoment {
  /** Milliseconds since 1970 in UTC; a moment without a zone counts as UTC. */
  epochMs: number;
  /** A date alone, without a time of day. */
  dateOnly: boolean;
}

/** An ISO 8601 date or date-time of a real day and time, or null (Skill Metadata §3.6). */
export function parseIsoMoment(text: string): IsoMoment | null {
  const match = MOMENT.exec(text);
  if (match === null) return null;
  const read = (group: number) => Number(match[group] ?? 0);
  const [year, month, day, hour, minute, second] = [read(1), read(2), read(3), read(5), read(6), read(7)];
  const [zoneHour, zoneMinute] = [read(10), read(11)];
  const isClock = hour <= 23 && minute <= 59 && second <= 59 && zoneHour <= 23 && zoneMinute <= 59;
  if (!isClock || !isCalendarDate(year, month, day)) return null;
  const offsetMinutes = (match[9] === "-" ? -1 : 1) * (zoneHour * 60 + zoneMinute);
  const fraction = Number(`0.${match[8] ?? "0"}`);
  const clockMs = ((hour * 60 + minute - offsetMinutes) * 60 + second + fraction) * 1000;
  return { epochMs: dateOf(year, month, day).getTime() + clockMs, dateOnly: match[4] === undefined };
}

export function isIsoDateTime(text: string): boolean {
  return parseIsoMoment(text)?.dateOnly === false;
}

/** A day that exists in the Gregorian calendar. */
export function isCalendarDate(year: number, month: number, day: number): boolean {
  const date = dateOf(year, month, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** `Date.UTC` reads the years 0 to 99 as 1900 to 1999. */
function dateOf(year: number, month: number, day: number): Date {
  return new Date(new Date(0).setUTCFullYear(year, month - 1, day));
}

/** True when `later` lies before `earlier`. A date alone is only compared by its day. */
export function isBefore(later: IsoMoment, earlier: IsoMoment): boolean {
  if (!later.dateOnly && !earlier.dateOnly) return later.epochMs < earlier.epochMs;
  return dayOf(later) < dayOf(earlier);
}

const dayOf = ({ epochMs }: IsoMoment) => Math.floor(epochMs / 86_400_000);
