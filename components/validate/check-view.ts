import type { IssueMeanings } from "@/lib/i18n/code-meanings";
import type { Fix, Issue, Report, Severity } from "@/lib/skill-format";

/** What one check of a source gave, as a page shows it. */
export interface CheckView {
  status: "approved" | "caution" | "rejected";
  /** What led to `caution` or `rejected`. */
  reasons: readonly string[];
  reports: readonly Report[];
  /** The text the lines count in. */
  skillMd: string;
  files: readonly string[];
  fixes: readonly Fix[];
  /** Of the codes in the reports, in the reader's language; English has none. */
  meanings?: IssueMeanings | undefined;
}

/** What is said about one line, once, with everybody who says it. */
export interface Remark extends Pick<Issue, "severity" | "code" | "path" | "message"> {
  dialects: Report["dialect"][];
}

export type Counts = Record<Severity, number>;

const GRAVEST_FIRST = ["error", "warning", "info"] as const;

/** Stops nothing and forbids the keys of every dialect but its own: its errors are read when its verdict is opened. */
const ASIDE: Report["dialect"] = "agent-skills-upstream";

/** True for a verdict beside those that decide: other programs may hold to it, an upload is not held to it. */
export function isAside(report: Report, reports: readonly Report[]): boolean {
  return report.dialect === ASIDE && countedReports(reports).length > 0;
}

/** The reports whose issues are counted and marked in the text. */
export function countedReports(reports: readonly Report[]): Report[] {
  return reports.filter(({ dialect }) => dialect !== ASIDE);
}

/** Errors and warnings about the lines of SKILL.md, by line. An issue of another file of the package is not among them. */
export function remarksByLine({
  reports,
  files,
}: Pick<CheckView, "reports" | "files">): Map<number, Remark[]> {
  const byLine = new Map<number, Remark[]>();
  const others = new Set(files.filter((path) => path.toLowerCase() !== "skill.md"));
  for (const { dialect, issues } of countedReports(reports)) {
    for (const issue of issues) {
      if (issue.line === undefined || issue.severity === "info" || others.has(fileOf(issue))) continue;
      const remarks = byLine.get(issue.line) ?? [];
      const { severity, code, path, message } = issue;
      const known = remarks.find((each) => each.severity === severity && each.message === message);
      if (known) known.dialects.push(dialect);
      else remarks.push({ severity, code, path, message, dialects: [dialect] });
      byLine.set(issue.line, remarks);
    }
  }
  return byLine;
}

/** The gravest of some remarks decides how their line is marked. */
export function gravest(remarks: readonly Remark[]): Severity {
  return GRAVEST_FIRST.find((severity) => remarks.some((remark) => remark.severity === severity)) ?? "info";
}

/** True for an issue about a line of SKILL.md, so that a link can lead there. */
export function isInSkillMd(issue: Issue, files: readonly string[]): boolean {
  const file = fileOf(issue);
  return issue.line !== undefined && (file.toLowerCase() === "skill.md" || !files.includes(file));
}

/** Reasons of a decision that stand in none of the reports that are shown anyway. */
export function furtherReasons({ reasons, reports }: Pick<CheckView, "reasons" | "reports">): string[] {
  const known = new Set(
    reports.flatMap(({ issues }) => issues.map(({ path, message }) => `${path}: ${message}`)),
  );
  return reasons.filter((reason) => !known.has(reason));
}

export function countIssues(reports: readonly Report[]): Counts {
  const counts: Counts = { error: 0, warning: 0, info: 0 };
  for (const { issues } of reports) for (const { severity } of issues) counts[severity]++;
  return counts;
}

const fileOf = ({ path }: Issue) => path.split("#", 1)[0] ?? "";
