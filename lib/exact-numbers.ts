/** A double holds every decimal number of so many digits apart from its neighbours, whole or not. */
const DIGITS_OF_A_DOUBLE = 17;
const SMALLEST_OF_FULL_PRECISION = 2 ** -1022;

/** A number of a JSON text, and where it stands (RFC 6901). */
export interface PlacedNumber {
  written: string;
  pointer: string;
}

/**
 * True for a number of a JSON text that is still the same number once it was read as a double and written again, as every
 * JavaScript reader and canonical JSON (RFC 8785) do. False for `9007199254740993`, which would come out as
 * `9007199254740992`, and for `1e400`. A fraction of up to 17 digits is the double next to it, as JSON numbers are meant.
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

/** Only in a text with one of these can there be a number that is not exact. */
const SUSPECT = /[\d.]{16}|\d[eE]/;
const NUMBER = /-?\d[\d.eE+-]*/y;

/**
 * The first number of a JSON text that a rule refuses, or null. Takes time in proportion to the text, also when it is no
 * JSON; what it finds then means nothing.
 */
export function findNumber(text: string, isRefused: (written: string) => boolean): PlacedNumber | null {
  if (!SUSPECT.test(text)) return null;
  const open: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    const level = open.at(-1);
    if (sign === '"') {
      const end = endOfString(text, at);
      if (level?.expectsKey === true) level.key = text.slice(at, end);
      at = end - 1;
    } else if (sign === "{") open.push({ expectsKey: true, key: '""', index: 0 });
    else if (sign === "[") open.push({ expectsKey: false, key: null, index: 0 });
    else if (sign === "}" || sign === "]") open.pop();
    else if (sign === ":" && level !== undefined) level.expectsKey = false;
    else if (sign === "," && level !== undefined) {
      level.expectsKey = level.key !== null;
      level.index += 1;
    } else if (sign === "-" || (sign >= "0" && sign <= "9")) {
      NUMBER.lastIndex = at;
      const [written = ""] = NUMBER.exec(text) ?? [];
      if (written !== "" && isRefused(written)) return { written, pointer: toPointer(open) };
      at += Math.max(written.length - 1, 0);
    }
  }
  return null;
}

/** One object or list that is open. */
interface Level {
  expectsKey: boolean;
  /** As it is written; null in a list. */
  key: string | null;
  index: number;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return Math.min(at + 1, text.length);
}

function toPointer(open: readonly Level[]): string {
  return open.map(({ key, index }) => `/${key === null ? index : escapeForPointer(readKey(key))}`).join("");
}

function readKey(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return written;
  }
}

const escapeForPointer = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
