const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

export interface IsoMoment {
  /** Milliseconds since 1970 in UTC; a moment without a zone counts as UTC. */
  epochMs: number;
  /** A date alone, without a time of day. */
  dateOnly: boolean;
}

/** An ISO 8601 date or date-time of a real day and time, or null (Skill Metadata §3.6). */
export function parseIsoMoment(text: string): IsoMoment | null {
  const date = DATE.exec(text);
  if (date !== null) {
    const [year, month, day] = [Number(date[1]), Number(date[2]), Number(date[3])];
    return isCalendarDate(year, month, day) ? { epochMs: utc(year, month, day), dateOnly: true } : null;
  }
  return parseDateTime(text);
}

export function isIsoDateTime(text: string): boolean {
  return parseDateTime(text) !== null;
}

/** A day that exists in the Gregorian calendar. */
export function isCalendarDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (lengths[month - 1] ?? 0);
}

/** True when `later` lies before `earlier`. A date alone is only compared by its day. */
export function isBefore(later: IsoMoment, earlier: IsoMoment): boolean {
  if (!later.dateOnly && !earlier.dateOnly) return later.epochMs < earlier.epochMs;
  return dayOf(later) < dayOf(earlier);
}

function parseDateTime(text: string): IsoMoment | null {
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const [year, month, day, hour, minute] = match.slice(1, 6).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const second = Number(match[6] ?? 0);
  const offsetMinutes = parseOffset(match[8] ?? "Z");
  if (
    !isCalendarDate(year, month, day) ||
    hour > 23 ||
    minute > 59 ||
    second > 59 ||
    offsetMinutes === null
  ) {
    return null;
  }
  const fraction = Number(`0.${match[7] ?? "0"}`);
  const clockMs = ((hour * 60 + minute - offsetMinutes) * 60 + second + fraction) * 1000;
  return { epochMs: utc(year, month, day) + clockMs, dateOnly: false };
}

function parseOffset(zone: string): number | null {
  if (zone === "Z") return 0;
  const digits = zone.slice(1).replace(":", "");
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2, 4) || 0)];
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/** `Date.UTC` reads the years 0 to 99 as 1900 to 1999. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function dayOf(moment: IsoMoment): number {
  return Math.floor(moment.epochMs / 86_400_000);
}
