import type { Issue, Report, Severity } from "@/lib/skill-format/issues/issue";

/** What is said about one place, once, as grave as its gravest, with everybody who says it. */
export interface Remark extends Pick<Issue, "severity" | "code" | "path" | "message"> {
  line: number | undefined;
  dialects: Report["dialect"][];
}

export type Counts = Record<Severity, number>;

const GRAVEST_FIRST = ["error", "warning", "info"] as const;

/** What some reports say, each thing once: what two dialects object to in the same words is mended once. */
export function remarksOf(reports: readonly Report[]): Remark[] {
  const remarks = new Map<string, Remark>();
  for (const { dialect, issues } of reports) {
    for (const { severity, code, path, message, line } of issues) {
      const key = JSON.stringify([path, line, message]);
      const known = remarks.get(key);
      if (!known) remarks.set(key, { severity, code, path, message, line, dialects: [dialect] });
      else {
        known.dialects.push(dialect);
        known.severity = gravest([known, { severity }]);
      }
    }
  }
  return [...remarks.values()];
}

/** The gravest of some remarks decides how their line is marked. */
export function gravest(remarks: readonly Pick<Remark, "severity">[]): Severity {
  return GRAVEST_FIRST.find((severity) => remarks.some((remark) => remark.severity === severity)) ?? "info";
}

/** How much there is to mend, not how often it is said. */
export function countIssues(reports: readonly Report[]): Counts {
  const counts: Counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of remarksOf(reports)) counts[severity]++;
  return counts;
}
