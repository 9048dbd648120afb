import { sha256Digest, sha256Hex } from "@/lib/kernel/digest";
import type { FindingView } from "@/lib/registry/views";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";

/** What a verifier can say to a finding: it is accepted as it is, or the author must change something. */
export const FINDING_DECISIONS = ["accepted", "change"] as const;
export type FindingDecision = (typeof FINDING_DECISIONS)[number];

export const MAX_DECISION_REASON_CHARACTERS = 500;

/** A finding of vetting with what this verifier has decided about it. */
export interface ReviewedFinding extends FindingView {
  /** Names the finding within its version, whatever the order of the report. */
  key: string;
  decision: { decision: FindingDecision; reason: string } | null;
}

export interface DecisionRow {
  findingKey: string;
  decision: string;
  reason: string;
}

/** The findings of a report, each with the verifier's decision. */
export function withDecisions(
  findings: readonly FindingView[],
  decisions: readonly DecisionRow[],
): ReviewedFinding[] {
  const byKey = new Map(decisions.map((row) => [row.findingKey, row]));
  return findings.map((finding) => {
    const key = findingKey(finding);
    const row = byKey.get(key);
    const decision = FINDING_DECISIONS.find((each) => each === row?.decision);
    return { ...finding, key, decision: row && decision ? { decision, reason: row.reason } : null };
  });
}

/** SHA-256 over what a finding says; two findings of one report that say the same are decided together. */
export function findingKey({ code, file, line, message }: FindingView): string {
  return sha256Hex(toCanonicalJson({ code, file, line, message }));
}

/**
 * What an audit says about each finding, as canonical JSON: the bytes whose digest the signed statement carries and
 * whoever reads the public record can hash again. `null` stands for a finding that was left open.
 */
export function findingsDocument(findings: readonly ReviewedFinding[], vettingReport: string | null): string {
  return toCanonicalJson({
    v: 1,
    vettingReport,
    findings: findings.map(({ code, severity, file, line, message, decision }) => ({
      code,
      severity,
      file,
      line,
      message,
      decision: decision?.decision ?? null,
      reason: decision?.reason ?? null,
    })),
  });
}

export const digestOfFindings = (document: string): string => sha256Digest(document);
