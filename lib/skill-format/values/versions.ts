import { DEFAULT_VERSION } from "../constants";
import type { VersionScheme } from "../types";
import { isCalendarDate } from "./iso-dates";

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
function parseSemVer(text: string): SemVer | null {
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

const TAG_NAME = /^(?!.*(?:\.\.|\.lock$|\.$))[0-9A-Za-z][0-9A-Za-z.+_-]*$/;

/**
 * Whether git takes the version for the name of a tag (git-check-ref-format(1)), and a shell for one plain word: so all
 * semantic versions and dates, but not whatever else a file may call its version.
 */
export const isTagName = (version: string): boolean => TAG_NAME.test(version);

/** The canonical version of a written one; nothing written gives `0.0.1` (USK, compatibility). */
export function readVersion(written: string | undefined): { raw: string; scheme: VersionScheme } {
  if (written === undefined) return { raw: DEFAULT_VERSION, scheme: "default" };
  if (isSemVer(written)) return { raw: written, scheme: "semver" };
  return { raw: written, scheme: isDateVersion(written) ? "date" : "other" };
}

// A pre-release begins with a letter unless three numbers stand before it: what follows `2026-01` is no name of one.
const SHORT_VERSION = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?((?:-(?=[a-zA-Z])|(?<=\.\d+\.\d+)-|\+).*)?$/;

const WRITTEN_DATE = /^v?(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/;

/**
 * The semantic version that `1.2`, `v1`, `v1.2.3-rc.1`, or the date `2026-01-05` plainly mean; null for a semantic
 * version itself, a date with periods, and whatever means none.
 */
export function meantVersion(written: string): string | null {
  if (written.length > VERSION_MAX_CHARACTERS || isSemVer(written) || isDateVersion(written)) return null;
  const date = WRITTEN_DATE.exec(written);
  if (date !== null) {
    const [year = 0, month = 0, day = 0] = [date[1], date[3], date[4]].map(Number);
    return isCalendarDate(year, month, day) ? `${year}.${month}.${day}` : null;
  }
  const [, major, minor = "0", patch = "0", rest = ""] = SHORT_VERSION.exec(written) ?? [];
  const meant = `${major}.${minor}.${patch}${rest}`;
  return major !== undefined && isSemVer(meant) ? meant : null;
}

/** How a version that somebody asks for may stand in the market: as it is written there, else as what that means. */
export const spellingsOf = (asked: string): string[] => [asked, meantVersion(asked) ?? asked];

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

/** Whether a version is a pre-release of SemVer, such as `2.0.0-beta.1`; a date never is. */
export function isPrerelease(version: string): boolean {
  return (parseSemVer(version)?.prerelease.length ?? 0) > 0;
}

/** The highest version by precedence; where that cannot be told, the one that stands last. */
export function highest<T extends { version: string }>(versions: readonly T[]): T | null {
  return versions.reduce<T | null>(
    (best, next) => (best === null || (compareVersions(next.version, best.version) ?? 1) > 0 ? next : best),
    null,
  );
}

/** The highest version that is no pre-release; null when there is none. */
export const highestRelease = <T extends { version: string }>(versions: readonly T[]): T | null =>
  highest(versions.filter(({ version }) => !isPrerelease(version)));

/** What everybody gets who names no version: the highest release, and while there is none the highest pre-release. */
export const latestOf = <T extends { version: string }>(versions: readonly T[]): T | null =>
  highestRelease(versions) ?? highest(versions);

/**
 * The highest pre-release, where it is above the latest version: what the tag `next` names. Null when there is none,
 * and `next` is then the latest.
 */
export function nextOf<T extends { version: string }>(versions: readonly T[]): T | null {
  const latest = latestOf(versions);
  const top = highest(versions.filter(({ version }) => isPrerelease(version)));
  if (top === null || latest === null) return null;
  return (compareVersions(top.version, latest.version) ?? 0) > 0 ? top : null;
}

type VersionChange =
  | {
      refused: false;
      change: "patch" | "minor" | "major" | "unknown";
      compatibility: "full" | "backward" | "possibly_incompatible" | "unknown";
      audit: "none" | "simplified" | "full";
    }
  | { refused: true; reason: string };

const OUTCOMES = {
  patch: { refused: false, change: "patch", compatibility: "full", audit: "none" },
  minor: { refused: false, change: "minor", compatibility: "backward", audit: "simplified" },
  major: { refused: false, change: "major", compatibility: "possibly_incompatible", audit: "full" },
  unknown: { refused: false, change: "unknown", compatibility: "unknown", audit: "full" },
} as const satisfies Record<string, VersionChange>;

/**
 * What going from the latest version to a new one means (Exo §5). The new one must be
 * higher, build metadata not counted. The kind is the highest part that differs from `lastReleased`, the last
 * version that is no pre-release (docs/dialects/differences.md); without one the change is major. Dates say nothing
 * about compatibility.
 */
export function versionChange(
  from: string,
  to: string,
  lastReleased: string | null = isPrerelease(from) ? null : from,
): VersionChange {
  const order = compareVersions(to, from);
  if (order === null && to === from) return refused(from, to);
  if (order !== null && order <= 0) return refused(from, to);
  if (lastReleased !== null && isDateVersion(lastReleased) && isDateVersion(to)) return OUTCOMES.unknown;
  const target = parseSemVer(to);
  if (target === null || parseSemVer(from) === null) return OUTCOMES.unknown;
  const base = lastReleased === null ? null : parseSemVer(lastReleased);
  return base === null ? OUTCOMES.major : OUTCOMES[highestDifference(base, target)];
}

function highestDifference(from: SemVer, to: SemVer): "patch" | "minor" | "major" {
  if (from.core[0] !== to.core[0]) return "major";
  return from.core[1] === to.core[1] ? "patch" : "minor";
}

function refused(from: string, to: string): VersionChange {
  return { refused: true, reason: `${to} is not higher than ${from}` };
}

const TAGS = ["latest", "next"] as const;

/** What names a version without being its number, as npm has it. */
export type VersionTag = (typeof TAGS)[number];

/** Whether a text is such a name, which no version can have. */
export const isVersionTag = (text: string): text is VersionTag => (TAGS as readonly string[]).includes(text);
