import { DomainError } from "@/lib/kernel/errors";
import {
  compareVersions,
  latestReleased,
  nextPatch,
  versionChange,
  type SkillManifest,
  type VersionScheme,
} from "@/lib/skill-format";

/** A version of the skill that is stored already. */
export interface StoredVersion {
  id: string;
  version: string;
  vettingStatus: "pending" | "approved" | "caution" | "rejected";
  published: boolean;
  yanked: boolean;
}

export interface VersionDecision {
  version: string;
  scheme: VersionScheme;
  /** How it differs from `base`; a date says nothing about that and is `other`. */
  change: "first" | "patch" | "minor" | "major" | "other";
  /** The last released version, which the change is measured against. */
  base: StoredVersion | null;
  /** The same, or while none is released the highest that was not rejected: whose terms were the last. */
  before: StoredVersion | null;
}

/**
 * The number of a new version and what kind of step it is. It must be higher than every version that is published or
 * waits to be (Exo SKILL.md 5); a file without a version gets the next patch. The kind of step is measured
 * against the last release that is no pre-release and not yanked. Throws VERSION_NOT_HIGHER.
 */
export function decideVersion(
  stated: SkillManifest["version"],
  stored: readonly StoredVersion[],
): VersionDecision {
  const latest = highest(stored.filter(({ vettingStatus }) => vettingStatus !== "rejected"));
  const version = stated.scheme === "default" ? assignNext(highest(stored)) : stated.raw;
  const refused = stored.find((other) => other.version === version && other.vettingStatus === "rejected");
  if (refused) throw notHigher(`${version} was rejected and keeps its number: publish a higher one.`, latest);
  const base = lastRelease(stored);
  return {
    version,
    scheme: stated.scheme,
    change: decideChange(version, latest, base),
    base,
    before: base ?? latest,
  };
}

/** The highest version by precedence; where that cannot be told, the one stored last. */
export function highest<T extends { version: string }>(versions: readonly T[]): T | null {
  return versions.reduce<T | null>(
    (best, next) => (best === null || (compareVersions(next.version, best.version) ?? 1) > 0 ? next : best),
    null,
  );
}

function assignNext(latest: StoredVersion | null): string {
  const next = nextPatch(latest?.version ?? null);
  if (next === null)
    throw notHigher("State a version: nothing can be counted on from the latest one.", latest);
  return next;
}

function decideChange(
  version: string,
  latest: StoredVersion | null,
  base: StoredVersion | null,
): VersionDecision["change"] {
  if (latest === null) return "first";
  const step = versionChange(latest.version, version, base?.version ?? null);
  if (step.refused)
    throw notHigher(`The version must be higher than ${latest.version}; found ${version}.`, latest);
  if (base === null) return "first";
  return step.change === "unknown" ? "other" : step.change;
}

function lastRelease(stored: readonly StoredVersion[]): StoredVersion | null {
  const published = stored.filter((version) => version.published);
  const standing = published.filter((version) => !version.yanked);
  const candidates = standing.length > 0 ? standing : published;
  const released = latestReleased(candidates.map(({ version }) => version));
  return candidates.find(({ version }) => version === released) ?? null;
}

function notHigher(message: string, latest: StoredVersion | null): DomainError {
  return new DomainError("VERSION_NOT_HIGHER", message, {
    details: { latestVersion: latest?.version ?? null },
  });
}
