/** What one SOL is in a currency, as a source says. */
export interface SolRate {
  /** ISO 4217. */
  currency: string;
  /** The host that said it. */
  source: string;
  /** Of the currency, in millionths of its unit. */
  micros: bigint;
  fetchedAt: Date;
}

/** An older rate is not shown. */
const MAX_AGE_MS = 3_600_000;
/** After this long a rate may be any other. */
const FORGOTTEN_MS = 86_400_000;
/** Between two rates that follow each other lies at most this factor. */
const MOST_APART = 2n;

const DECIMAL = /^(\d{1,9})(?:\.(\d{1,18}))?$/;
const MICRO_DIGITS = 6;

/**
 * The rate that stands at a JSON pointer (RFC 6901) of a source's answer, in millionths: a number or a text of at most
 * nine digits before the point, and more than nothing. Null for anything else: the answer is a stranger's.
 */
export function readRate(answer: unknown, pointer: string): bigint | null {
  let value = answer;
  for (const step of pointer.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  if (typeof value !== "number" && typeof value !== "string") return null;
  const [, whole, fraction = ""] = DECIMAL.exec(String(value)) ?? [];
  if (whole === undefined) return null;
  const micros = BigInt(whole + fraction.slice(0, MICRO_DIGITS).padEnd(MICRO_DIGITS, "0"));
  return micros === 0n ? null : micros;
}

/**
 * Whether a rate may take the place of the last one: within a day it is at most twice and at least half of it. A source
 * that errs, or lies, is not believed at once.
 */
export function mayFollow(
  micros: bigint,
  last: Pick<SolRate, "micros" | "fetchedAt"> | null,
  now: Date,
): boolean {
  if (last === null || now.getTime() - last.fetchedAt.getTime() > FORGOTTEN_MS) return true;
  return micros <= last.micros * MOST_APART && micros * MOST_APART >= last.micros;
}

/** Whether a rate is of the last hour, by a clock that may have been set back. */
export const isFresh = ({ fetchedAt }: Pick<SolRate, "fetchedAt">, now: Date): boolean =>
  Math.abs(now.getTime() - fetchedAt.getTime()) <= MAX_AGE_MS;
