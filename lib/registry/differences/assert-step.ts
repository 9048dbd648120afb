import { DomainError } from "@/lib/kernel/errors";
import type { VersionDecision } from "@/lib/registry/versions/decide-version";
import { describeDifference } from "@/lib/registry/differences/describe-difference";
import { requiredBump } from "@/lib/registry/differences/list-differences";
import { nextVersion } from "@/lib/registry/differences/next-version";
import type { Difference, DifferenceFact } from "@/lib/registry/differences/difference";

/** What a caller relies on: what may be sent, how, and what comes back. */
const CONTRACT: ReadonlySet<DifferenceFact> = new Set(["input_schema", "output_schema", "call_pattern"]);

/** Differences by which a call that was valid before may fail, or may answer what nobody reckons with. */
export const breaksCallers = (differences: readonly Difference[]): Difference[] =>
  differences.filter(({ fact, needs }) => needs === "major" && CONTRACT.has(fact));

/**
 * What the step of a version's number does not allow (Exo SKILL.md v1.1, section 5). A patch is fully compatible: it
 * allows nothing that needs more than a patch. A minor release is backward compatible: whoever could call the version
 * before can call this one. More access in a minor release breaks no caller, so it is no matter of the number: it costs
 * a full audit. A major release, and a number without semantic meaning, promise nothing.
 */
export function beyondStep(
  change: VersionDecision["change"],
  differences: readonly Difference[],
): Difference[] {
  if (change === "patch") return differences.filter(({ needs }) => needs !== "patch");
  return change === "minor" ? breaksCallers(differences) : [];
}

const WHY: Readonly<Record<string, string>> = {
  patch: "which may not change",
  minor: "and whoever calls that one must be able to call this one. It changes",
};

/**
 * Whoever says "patch" keeps the audit of the version before, and whoever says "minor" keeps its callers. Throws
 * VERSION_NOT_HIGHER with every difference that is more than the number says, and the number that would be right.
 */
export function assertStep(
  { change, base, version }: VersionDecision,
  differences: readonly Difference[],
): void {
  const reasons = base === null ? [] : beyondStep(change, differences);
  if (base === null || reasons.length === 0) return;
  const bump = requiredBump(reasons);
  const requiredVersion = nextVersion(base.version, bump);
  throw new DomainError(
    "VERSION_NOT_HIGHER",
    `${version} is a ${change} release of ${base.version}, ${WHY[change] ?? ""} ${reasons.map(describeDifference).join("; ")}. This is a ${bump} release${requiredVersion === null ? "" : `: publish it as ${requiredVersion}`}.`,
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
