import { sha256Digest } from "@/lib/kernel/digest";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { SEVERITIES, type Finding } from "./finding";
import type { Picture } from "./facts/picture";
import type { DeclaredPermissions } from "./skill-facts";
import type { Verdict } from "./verdict";

/**
 * Raised with every change of a rule or of how sources are read: the same engine version and the same bytes give
 * the same report digest on every machine.
 */
export const ENGINE_VERSION = "2.1.0";

/** The same as a number that grows with it: which stored reports an older engine has made. */
export const ENGINE_EDITION = ENGINE_VERSION.split(".").reduce((sum, part) => sum * 1_000 + Number(part), 0);

/** The result of vetting: no time, no place, no machine in it. */
export interface VettingReport {
  readonly engineVersion: string;
  /** `sha256:<hex>` of the package (lib/package). */
  readonly packageDigest: string;
  /** What the code was compared with; null when the file declares no permissions. */
  readonly declaredPermissions: DeclaredPermissions | null;
  readonly verdict: Verdict;
  readonly summary: string;
  readonly findings: readonly Finding[];
  /** What the package does, whether or not a finding speaks of it. */
  readonly picture: Picture;
}

/** `sha256:<hex>` over the canonical JSON of the report. */
export const reportDigest = (report: VettingReport): string => sha256Digest(toCanonicalJson(report));

/** One sentence for lists and job answers. */
export function summarize(verdict: Verdict, findings: readonly Finding[]): string {
  if (findings.length === 0) return "No findings.";
  const counts = [...SEVERITIES].reverse().flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  const noun = findings.length === 1 ? "finding" : "findings";
  return `${findings.length} ${noun} (${counts.join(", ")}): ${verdict}.`;
}
