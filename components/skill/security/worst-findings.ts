import type { FindingView } from "@/lib/registry/views";

export const SEVERITIES = ["high", "medium", "low", "info"] as const satisfies FindingView["severity"][];

type Severities = readonly Pick<FindingView, "severity">[];

/** How many findings there are of each severity found, worst first. */
export function severityCounts(findings: Severities): { severity: FindingView["severity"]; count: number }[] {
  return SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  })).filter(({ count }) => count > 0);
}

/** The highest severity found and how often; null without findings. */
export function worstFindings(
  findings: Severities,
): { severity: FindingView["severity"]; count: number } | null {
  return severityCounts(findings)[0] ?? null;
}
