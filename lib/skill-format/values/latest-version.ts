import { compareVersions, parseSemVer } from "./versions";

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
