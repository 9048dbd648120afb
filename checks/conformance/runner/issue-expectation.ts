import { show } from "./compare";
import { assertKnown } from "./conformance-case";

/** An issue a case asks for: path and severity are checked; the code only where no path is given. */
export interface ExpectedIssue {
  path?: string;
  code?: string;
  severity?: string;
  severity_in?: string[];
}

const ISSUE_MEMBERS = ["path", "code", "severity", "severity_in"] satisfies (keyof ExpectedIssue)[];

interface ReportedIssue {
  path: string;
  code: string;
  severity: string;
}

/** True when one of the issues stands at the expected path with an expected severity. */
export function isReported(expected: ExpectedIssue, issues: readonly ReportedIssue[]): boolean {
  return issues.some(
    ({ path, code, severity }) =>
      (expected.path === undefined
        ? expected.code === undefined || code === expected.code
        : path === expected.path) &&
      (expected.severity === undefined || severity === expected.severity) &&
      (expected.severity_in === undefined || expected.severity_in.includes(severity)),
  );
}

/** One line for each expected issue that was not reported. */
export function listUnreported(expected: unknown, issues: readonly ReportedIssue[], where: string): string[] {
  const wanted = (expected ?? []) as ExpectedIssue[];
  for (const issue of wanted) assertKnown(issue, ISSUE_MEMBERS, "member of an issue");
  return wanted
    .filter((issue) => !isReported(issue, issues))
    .map((issue) => `${where}: no issue ${show(issue)} among ${describeIssues(issues)}`);
}

/** Path and severity of issues, in short. */
export function describeIssues(issues: readonly Pick<ReportedIssue, "path" | "severity">[]): string {
  return show(issues.map(({ path, severity }) => `${severity} ${path}`));
}
