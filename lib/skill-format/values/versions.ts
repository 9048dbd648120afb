import { DEFAULT_VERSION } from "../constants";
import { isCalendarDate } from "./iso-dates";
import type { VersionScheme } from "../types";

/** SemVer 2.0.0, strict: no leading `v`, no leading zeros, three numbers. */
const SEMVER =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;

const DATE_VERSION = /^(\d{4})\.(\d{2})\.(\d{2})$/;

/** Longer texts are no version anybody can read or compare. */
const VERSION_MAX_CHARACTERS = 256;

export interface SemVer {
  /** Major, minor, patch as decimal text, so that no number is too large. */
  core: readonly [string, string, string];
  prerelease: readonly string[];
}

/** A SemVer 2.0.0 version, or null (Exo §2). */
export function parseSemVer(text: string): SemVer | null {
  if (text.length > VERSION_MAX_CHARACTERS) return null;
  const match = SEMVER.exec(text);
  if (match === null) return null;
  const [, major = "0", minor = "0", patch = "0", prerelease] = match;
  return { core: [major, minor, patch], prerelease: prerelease === undefined ? [] : prerelease.split(".") };
}

export function isSemVer(text: string): boolean {
  return parseSemVer(text) !== null;
}

/** `YYYY.MM.DD` of a real calendar day (Skill Metadata §3.5). */
export function isDateVersion(text: string): boolean {
  const match = DATE_VERSION.exec(text);
  return match !== null && isCalendarDate(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** The canonical version of a written one; nothing written gives `0.0.1` (USK, compatibility). */
export function readVersion(written: string | undefined): { raw: string; scheme: VersionScheme } {
  if (written === undefined) return { raw: DEFAULT_VERSION, scheme: "default" };
  if (isSemVer(written)) return { raw: written, scheme: "semver" };
  return { raw: written, scheme: isDateVersion(written) ? "date" : "other" };
}

const SHORT_VERSION = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?([-+].*)?$/;

/**
 * The semantic version that `1.2`, `v1`, or `v1.2.3-rc.1` plainly mean; null for a semantic version itself, a date, and
 * whatever means none.
 */
export function meantVersion(written: string): string | null {
  if (written.length > VERSION_MAX_CHARACTERS || isSemVer(written) || isDateVersion(written)) return null;
  const [, major, minor = "0", patch = "0", rest = ""] = SHORT_VERSION.exec(written) ?? [];
  const meant = `${major}.${minor}.${patch}${rest}`;
  return major !== undefined && isSemVer(meant) ? meant : null;
}

/**
 * Order of two versions: negative, 0 or positive; null when one of them is neither SemVer nor a date.
 * SemVer precedence, build metadata ignored; a date compares by its three numbers.
 */
export function compareVersions(left: string, right: string): number | null {
  const a = parseComparable(left);
  const b = parseComparable(right);
  if (a === null || b === null) return null;
  for (const index of [0, 1, 2] as const) {
    const order = compareNumbers(a.core[index], b.core[index]);
    if (order !== 0) return order;
  }
  return comparePrereleases(a.prerelease, b.prerelease);
}

/** The highest version that is no pre-release; null when there is none (docs/dialects/differences.md). */
export function latestReleased(versions: readonly string[]): string | null {
  let latest: string | null = null;
  for (const version of versions) {
    if (parseComparable(version)?.prerelease.length !== 0) continue;
    if (latest === null || (compareVersions(version, latest) ?? 0) > 0) latest = version;
  }
  return latest;
}

/**
 * The version the store gives to an upload that states none: `0.0.1` for a new skill, else the patch after the
 * latest (docs/dialects/differences.md). Null when the latest has no number to count on from.
 */
export function nextPatch(latest: string | null): string | null {
  if (latest === null) return DEFAULT_VERSION;
  const parsed = parseComparable(latest);
  if (parsed === null) return null;
  const [major, minor, patch] = parsed.core.map((part) => BigInt(part));
  return `${major}.${minor}.${(patch ?? 0n) + 1n}`;
}

function parseComparable(version: string): SemVer | null {
  const semver = parseSemVer(version);
  if (semver !== null) return semver;
  const match = isDateVersion(version) ? DATE_VERSION.exec(version) : null;
  if (match === null) return null;
  const [, year = "", month = "", day = ""] = match;
  return { core: [year, month.replace(/^0/, ""), day.replace(/^0/, "")], prerelease: [] };
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const order = compareIdentifiers(a[index] ?? "", b[index] ?? "");
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareIdentifiers(a: string, b: string): number {
  const aIsNumber = /^\d+$/.test(a);
  const bIsNumber = /^\d+$/.test(b);
  if (aIsNumber && bIsNumber) return compareNumbers(a, b);
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Decimal texts without leading zeros, of any length. */
function compareNumbers(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a === b ? 0 : a < b ? -1 : 1;
}
