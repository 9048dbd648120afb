import { isExactNumber, isInteroperableNumber } from "@/lib/kernel/json/exact-numbers";
import { findJsonIssue, type JsonIssue } from "@/lib/kernel/json/find-json-issue";

export type JsonObject = Record<string, unknown>;

export interface JsonLimits {
  readonly maxBytes: number;
  /** Nested objects and lists; a bare object has depth 1. */
  readonly maxDepth: number;
  /** Refuses also whole numbers from 2^53, which some readers would take for their neighbours (RFC 7493). */
  readonly interoperable: boolean;
}

/**
 * The database keeps numbers without exponents: a megabyte of `1e308` would be fifty each time it is read. So many
 * times the bytes that are allowed, so that nothing is refused that is only scientific.
 */
const MOST_WRITTEN_OUT = 4;
const MOST_ZEROS = 400;

type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string; readonly pointer?: string; readonly isMarked?: true };

/**
 * Reads one JSON text (RFC 8259) under limits. Refused besides bad syntax: more bytes or depth than allowed, numbers
 * that take far more bytes written out, the same key twice in an object, numbers that a double cannot hold and that
 * would silently become others, U+0000 and lone surrogates, which no database text can hold. `reason` completes a
 * sentence that begins "It"; `pointer` says where the number stands,
 * `isMarked` that an unseen character before the JSON is what is wrong.
 */
export function readJsonText(text: string, limits: JsonLimits): JsonReading {
  const sizeBytes = Buffer.byteLength(text);
  if (sizeBytes > limits.maxBytes) {
    return refuse(`has ${sizeBytes} bytes; at most ${limits.maxBytes} are allowed`);
  }
  if (text.trim() === "") return refuse("is empty");
  const mark = UNSEEN_START.exec(text)?.[0];
  if (mark !== undefined)
    return { ...refuse(`begins with ${nameMark(mark)}; write the JSON without it`), isMarked: true };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse(
      `is not one JSON value: ${error instanceof Error ? error.message.slice(0, 120) : "bad syntax"}`,
    );
  }
  let writtenOutBytes = sizeBytes;
  const isSafe = limits.interoperable ? isInteroperableNumber : isExactNumber;
  const isKept = (written: string) => {
    writtenOutBytes += zerosOf(written);
    return isSafe(written);
  };
  const { maxDepth } = limits;
  const fault = findJsonIssue(text, { maxDepth, isKept, uniqueNames: true, storableTexts: true });
  if (fault !== null) return refuseFor(fault, limits);
  const most = MOST_WRITTEN_OUT * limits.maxBytes;
  if (writtenOutBytes <= most) return { ok: true, value };
  return refuse(`has ${writtenOutBytes} bytes when its numbers are written out; at most ${most} are allowed`);
}

/** A sign that nobody sees in front of the JSON, and that JSON does not take for a blank. */
const UNSEEN_START = /^[\ufeff\u00a0\u0085\u2028\u2029\p{Cf}]/u;

function nameMark(mark: string): string {
  const code = (mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return mark === "\ufeff" ? `a byte order mark (U+${code})` : `the unseen character U+${code}`;
}

/** How many zeros a number has without its exponent, at most: the largest double has 309 digits. */
function zerosOf(written: string): number {
  const exponent = written.split(/e/i, 2)[1];
  return exponent === undefined ? 0 : Math.min(Math.abs(Number(exponent)), MOST_ZEROS);
}

function refuseFor(fault: JsonIssue, { maxDepth }: JsonLimits): JsonReading {
  switch (fault.kind) {
    case "too_deep":
      return refuse(`is nested deeper than ${maxDepth} levels`);
    case "nul":
      return refuse("holds the character U+0000, which cannot be stored");
    case "lone_surrogate":
      return refuse("holds half of a surrogate pair, which is no character");
    case "name_twice":
      return refuse(`has the key ${JSON.stringify(fault.name.slice(0, 80))} twice in one object`);
    case "number_not_kept":
      return refuseNumber(fault.written, fault.pointer);
  }
}

function refuseNumber(written: string, pointer: string): JsonReading {
  const number = written.slice(0, 40);
  if (!Number.isFinite(Number(written))) return refuse(`holds the number ${number}, which is too large`);
  return {
    ...refuse(`holds the number ${number}, which JSON cannot carry exactly; write it as text`),
    pointer,
  };
}

const refuse = (reason: string) => ({ ok: false, reason }) as const;

/** True for a JSON object, that is neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * False for text with U+0000, on which PostgreSQL ends the statement with an error: it can name nothing that is stored.
 */
export const isStorableText = (text: string): boolean => !text.includes("\0");

/** The text with U+FFFD for what PostgreSQL cannot hold: U+0000 and halves of surrogate pairs. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");
