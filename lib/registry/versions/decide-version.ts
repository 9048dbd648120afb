import { DomainError } from "@/lib/kernel/errors";
import {
  highest,
  highestRelease,
  isPrerelease,
  latestOf,
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
 * The number of a new version and what kind of step it is. Of those that are published or wait to be, a release must be
 * higher than every release, and a pre-release higher than every version (Exo §5); a file without a version gets the
 * next patch. The kind of step is measured against the last release that is no pre-release and not yanked (both:
 * docs/dialects/differences.md). Throws VERSION_NOT_HIGHER.
 */
export function decideVersion(
  stated: SkillManifest["version"],
  stored: readonly StoredVersion[],
): VersionDecision {
  const standing = stored.filter(({ vettingStatus }) => vettingStatus !== "rejected");
  const version = stated.scheme === "default" ? assignNext(latestOf(stored)) : stated.raw;
  const compared = isPrerelease(version) ? highest(standing) : highestRelease(standing);
  const refused = stored.find((other) => other.version === version && other.vettingStatus === "rejected");
  if (refused)
    throw notHigher(`${version} was rejected and keeps its number: publish a higher one.`, compared);
  const base = lastRelease(stored);
  return {
    version,
    scheme: stated.scheme,
    change: decideChange(version, compared, { base, standing }),
    base,
    before: base ?? highest(standing),
  };
}

/**
 * The release that those who have one stay with although the new version is higher: a pre-release is given only to those who
 * ask for it. Null where they are offered the new version.
 */
export const findStaying = ({ version, base }: VersionDecision): string | null =>
  isPrerelease(version) && base !== null && !base.yanked ? base.version : null;

function assignNext(latest: StoredVersion | null): string {
  const next = nextPatch(latest?.version ?? null);
  if (next === null)
    throw notHigher("State a version: nothing can be counted on from the latest one.", latest);
  return next;
}

function decideChange(
  version: string,
  compared: StoredVersion | null,
  { base, standing }: { base: StoredVersion | null; standing: readonly StoredVersion[] },
): VersionDecision["change"] {
  if (compared === null) return "first";
  const step = versionChange(compared.version, version, base?.version);
  if (step.refused) throw notHigher(describeRefusal(version, compared, standing), compared);
  if (base === null) return "first";
  return step.change === "unknown" ? "other" : step.change;
}

/** What the version was compared with, and what would be accepted instead. */
function describeRefusal(
  version: string,
  compared: StoredVersion,
  standing: readonly StoredVersion[],
): string {
  const release = highestRelease(standing);
  const patch = nextPatch((release ?? compared).version);
  const kind = isPrerelease(version) ? "version" : "release";
  const said = `${version} is not higher than ${compared.version}, the highest ${kind} of this skill.`;
  if (patch === null) return `${said} A higher one is accepted.`;
  const above = isPrerelease(version) ? `a pre-release above ${compared.version}, or a release` : "a release";
  return `${said} Accepted is ${above} above ${(release ?? compared).version}, such as ${patch}.`;
}

function lastRelease(stored: readonly StoredVersion[]): StoredVersion | null {
  const published = stored.filter((version) => version.published);
  const standing = published.filter((version) => !version.yanked);
  const candidates = standing.length > 0 ? standing : published;
  const released = latestReleased(candidates.map(({ version }) => version));
  return candidates.find(({ version }) => version === released) ?? null;
}

function notHigher(message: string, compared: StoredVersion | null): DomainError {
  return new DomainError("VERSION_NOT_HIGHER", message, {
    details: { latestVersion: compared?.version ?? null },
  });
}
