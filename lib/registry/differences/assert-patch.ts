import { DomainError } from "@/lib/kernel/errors";
import type { VersionDecision } from "@/lib/registry/versions/decide-version";
import { describeDifference } from "@/lib/registry/differences/describe-difference";
import { requiredBump } from "@/lib/registry/differences/list-differences";
import { nextVersion } from "@/lib/registry/differences/next-version";
import type { Difference } from "@/lib/registry/differences/difference";

/**
 * Whoever says "patch" keeps the audit of the version before, so nothing an audit is about may move under it. Throws
 * VERSION_NOT_HIGHER with every difference that is more than a patch, and the number that would be right.
 */
export function assertPatch(
  { change, base, version }: VersionDecision,
  differences: readonly Difference[],
): void {
  const reasons = differences.filter(({ needs }) => needs !== "patch");
  if (change !== "patch" || base === null || reasons.length === 0) return;
  const bump = requiredBump(reasons);
  const requiredVersion = nextVersion(base.version, bump);
  throw new DomainError(
    "VERSION_NOT_HIGHER",
    `${version} is a patch of ${base.version}, which may not change ${reasons.map(describeDifference).join("; ")}. This is a ${bump} release${requiredVersion === null ? "" : `: publish it as ${requiredVersion}`}.`,
    {
      details: {
        latestVersion: base.version,
        requiredBump: bump,
        ...(requiredVersion === null ? {} : { requiredVersion }),
        findings: reasons.map((reason) => ({
          path: "version",
          message: `${describeDifference(reason)} (${reason.needs})`,
        })),
      },
    },
  );
}
