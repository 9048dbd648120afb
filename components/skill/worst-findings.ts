import type { FindingView } from "@/lib/registry/views";

export const SEVERITIES = ["high", "medium", "low", "info"] as const satisfies FindingView["severity"][];

/** The highest severity found and how often; null without findings. */
export function worstFindings(
  findings: readonly Pick<FindingView, "severity">[],
): { severity: FindingView["severity"]; count: number } | null {
  for (const severity of SEVERITIES) {
    const count = findings.filter((finding) => finding.severity === severity).length;
    if (count > 0) return { severity, count };
  }
  return null;
}
