export const SEVERITIES = ["info", "low", "medium", "high"] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * `weak`: the pattern also occurs in honest skills. `strong`: a chain of evidence, or a thing honest skills never do.
 */
export type Confidence = "weak" | "strong";

/** One thing vetting found: plain data, stored and shown as it is. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** Path in the package. */
  readonly file: string;
  /** 1-based; 1 for a file without lines. */
  readonly line: number;
  readonly message: string;
  /** The place itself, shortened, with invisible characters as escapes and secrets masked. */
  readonly evidence: string;
  /** What the author can do about it. */
  readonly remedy: string;
}

/** Order of a report: the gravest first, then by place, so that equal packages give equal reports. */
export function compareFindings(left: Finding, right: Finding): number {
  return (
    SEVERITIES.indexOf(right.severity) - SEVERITIES.indexOf(left.severity) ||
    compareText(right.confidence === "strong" ? "b" : "a", left.confidence === "strong" ? "b" : "a") ||
    compareText(left.file, right.file) ||
    left.line - right.line ||
    compareText(left.code, right.code) ||
    compareText(left.message, right.message)
  );
}

/** By UTF-16 units: no locale has a say in a report's bytes. */
function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
