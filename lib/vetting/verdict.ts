import type { Finding } from "./finding";

export type Verdict = "approved" | "caution" | "rejected";

/**
 * The verdict of a list of findings. One pattern alone never rejects: a package is rejected only for a grave
 * finding with strong evidence, and held for a person (`caution`) for a grave suspicion or a certain middling one.
 */
export function decideVerdict(findings: readonly Pick<Finding, "severity" | "confidence">[]): Verdict {
  const has = (severity: string, confidence: string) =>
    findings.some((finding) => finding.severity === severity && finding.confidence === confidence);
  if (has("high", "strong")) return "rejected";
  if (has("high", "weak") || has("medium", "strong")) return "caution";
  return "approved";
}
