import { isPrerelease } from "./latest-version";
import { compareVersions, isDateVersion, parseSemVer, type SemVer } from "./versions";

export type VersionChange =
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
