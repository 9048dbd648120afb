import type { IssueMeanings } from "@/lib/platform/i18n/code-meanings";
import type { Fix, Issue, Report } from "@/lib/skill-format";
import type { ProposalWords } from "@/lib/platform/i18n/proposal-words";
import type { Proposal } from "@/lib/vetting/propose-changes";
import type { CallCheck } from "@/lib/running/call-check";
import { remarksOf, type Remark } from "@/lib/skill-format/issues/count-issues";

/** What one check of a source gave, as a page shows it. */
export interface CheckView {
  status: "approved" | "caution" | "rejected";
  /** What led to `caution` or `rejected`. */
  reasons: readonly string[];
  reports: readonly Report[];
  /** Whether the market would make calls of it. */
  calling: Pick<CallCheck, "callable" | "issues" | "missing">;
  /** The text the lines count in. */
  skillMd: string;
  files: readonly string[];
  fixes: readonly Fix[];
  /** What would make a refused package an accepted one; null for one that is accepted. */
  proposal: Proposal | null;
  /** In the reader's language. */
  proposalWords?: ProposalWords | undefined;
  /** Of the codes in the reports, in the reader's language; English has none. */
  meanings?: IssueMeanings | undefined;
}

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

/**
 * Errors and warnings about the lines of SKILL.md, by line. An issue of another file of the package is not among them.
 */
export function remarksByLine({
  reports,
  files,
}: Pick<CheckView, "reports" | "files">): Map<number, Remark[]> {
  const byLine = new Map<number, Remark[]>();
  const others = new Set(files.filter((path) => path.toLowerCase() !== "skill.md"));
  for (const remark of remarksOf(countedReports(reports))) {
    const { line, severity } = remark;
    if (line === undefined || severity === "info" || others.has(fileOf(remark))) continue;
    byLine.set(line, [...(byLine.get(line) ?? []), remark]);
  }
  return byLine;
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

const fileOf = ({ path }: Pick<Issue, "path">) => path.split("#", 1)[0] ?? "";
