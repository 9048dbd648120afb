import { DomainError } from "@/lib/kernel/errors";
import type { VersionDecision } from "@/lib/registry/versions/decide-version";
import { requiredBump } from "@/lib/registry/differences/list-differences";
import type { Difference, DifferenceFact, Bump } from "@/lib/registry/differences/difference";

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

const CORE = /^(\d+)\.(\d+)\.(\d+)/;

/** The least number that makes a step from a semantic version; null for another kind of version. */
export function nextVersion(from: string, bump: Bump): string | null {
  const parts = CORE.exec(from)?.slice(1).map(BigInt);
  if (!parts) return null;
  const [major = 0n, minor = 0n, patch = 0n] = parts;
  if (bump === "major") return `${major + 1n}.0.0`;
  return bump === "minor" ? `${major}.${minor + 1n}.0` : `${major}.${minor}.${patch + 1n}`;
}

/** A difference in words for a problem's text: the fact and both values where there are two. */
function describeDifference({ fact, before, after }: Difference): string {
  const name = NAMES[fact] ?? fact;
  if (before === null) return after === null ? name : `${name} (${after})`;
  return `${name}: ${before} → ${after}`;
}

const NAMES: Partial<Record<Difference["fact"], string>> = {
  network: "permission network",
  filesystem: "permission filesystem",
  subprocess: "permission subprocess",
  env_vars: "permission env_vars",
  image: "runtime image",
  entry_point: "entry point",
  call_pattern: "call pattern",
  input_schema: "input schema",
  output_schema: "output schema",
  allowed_tools: "allowed-tools",
};
