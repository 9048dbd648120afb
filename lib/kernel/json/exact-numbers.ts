/** A double holds every decimal number of so many digits apart from its neighbours, whole or not. */
const DIGITS_OF_A_DOUBLE = 17;
const SMALLEST_OF_FULL_PRECISION = 2 ** -1022;

/**
 * True for a number of a JSON text that is still the same number once it was read as a double and written
 * again, as every JavaScript reader and canonical JSON (RFC 8785) do. False for `9007199254740993`, which would
 * come out as `9007199254740992`, and for `1e400`. A fraction of up to 17 digits is the double next to it, as
 * JSON numbers are meant.
 */
export function isExactNumber(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return false;
  const rewritten = String(value);
  if (rewritten === written) return true; // as most are, and the rest is costly
  const sent = toDecimal(written);
  const kept = toDecimal(rewritten);
  if (sent.digits === kept.digits && sent.exponent === kept.exponent) return true;
  const isFraction = sent.exponent < 0 && sent.digits.length <= DIGITS_OF_A_DOUBLE;
  return isFraction && Math.abs(value) >= SMALLEST_OF_FULL_PRECISION;
}

const WHOLE_NUMBER = /^-?\d+$/;

/** True for what every reader of JSON takes for the same number (RFC 7493): whole numbers end at 2^53 - 1. */
export function isInteroperableNumber(written: string): boolean {
  if (WHOLE_NUMBER.test(written)) return Number.isSafeInteger(Number(written));
  return isExactNumber(written);
}

/** `0.0120e3` is 12 × 10^0. Neither end of the digits is a zero; zero has none. */
function toDecimal(written: string): { digits: string; exponent: number } {
  const [mantissa = "", power = "0"] = written.replace(/^[+-]/, "").split(/e/i);
  const [whole = "", fraction = ""] = mantissa.split(".");
  const all = whole + fraction;
  let first = 0;
  let end = all.length;
  while (first < end && all[first] === "0") first += 1;
  while (end > first && all[end - 1] === "0") end -= 1;
  if (first === end) return { digits: "", exponent: 0 };
  return { digits: all.slice(first, end), exponent: Number(power) - fraction.length + (all.length - end) };
}
