import { checkSkill, isCheckProfile, type Issue, type SkillManifest } from "@/lib/skill-format";
import {
  memberAt,
  readFiles,
  type Adapter,
  type ConformanceCase,
  assertKnown,
} from "../runner/conformance-case";
import { findDifference, show } from "../runner/compare";
import { describeIssues, isReported, listUnreported, type ExpectedIssue } from "../runner/issue-expectation";

interface ExpectedResult {
  valid?: boolean;
  issues?: ExpectedIssue[];
  /** No error at the path. */
  absent?: string[];
  /** No error and no warning at the path. */
  absent_any?: string[];
  no_issues?: boolean;
}

/** `skill_md`: the verdict of each dialect, and the canonical manifest. */
export const skillMd: Adapter = {
  kind: "skill_md",
  check({ input, expect }: ConformanceCase) {
    assertKnown(input, ["files", "dir", "dialects", "remark"], "member of an input");
    const dialects = (input["dialects"] as string[] | undefined)?.filter(isCheckProfile);
    const dir = input["dir"];
    const { reports, manifest } = checkSkill({
      files: readFiles(input["files"]),
      ...(dialects === undefined ? {} : { dialects }),
      ...(typeof dir === "string" ? { dir } : {}),
    });
    assertKnown(expect, ["results", "manifest", "any_issue"]);
    const failures: string[] = [];
    for (const [dialect, expected] of Object.entries(
      (expect["results"] ?? {}) as Record<string, ExpectedResult>,
    )) {
      const report = reports.find((candidate) => candidate.dialect === dialect);
      if (report === undefined) failures.push(`${dialect}: no report`);
      else failures.push(...compareReport(dialect, expected, report));
    }
    failures.push(
      ...compareAnyIssue(
        expect["any_issue"],
        reports.flatMap(({ issues }) => issues),
      ),
    );
    failures.push(...compareManifest(expect["manifest"], manifest));
    return failures;
  },
};

function compareReport(
  dialect: string,
  expected: ExpectedResult,
  { valid, issues }: { valid: boolean; issues: readonly Issue[] },
): string[] {
  assertKnown(
    expected,
    ["valid", "issues", "absent", "absent_any", "no_issues"],
    `expectation of ${dialect}`,
  );
  const failures = listUnreported(expected.issues, issues, dialect);
  if (expected.valid !== undefined && valid !== expected.valid) {
    failures.push(`${dialect}: valid is ${valid}; ${describeIssues(issues)}`);
  }
  for (const path of expected.absent ?? []) {
    if (isReported({ path, severity: "error" }, issues)) failures.push(`${dialect}: an error at ${path}`);
  }
  for (const path of expected.absent_any ?? []) {
    if (isReported({ path, severity_in: ["error", "warning"] }, issues))
      failures.push(`${dialect}: an issue at ${path}`);
  }
  const remarks = issues.filter(({ severity }) => severity !== "info");
  if (expected.no_issues === true && remarks.length > 0)
    failures.push(`${dialect}: ${describeIssues(remarks)}`);
  return failures;
}

function compareAnyIssue(expected: unknown, issues: readonly Issue[]): string[] {
  if (expected === undefined) return [];
  return listUnreported(Array.isArray(expected) ? expected : [expected], issues, "any dialect");
}

function compareManifest(expected: unknown, manifest: SkillManifest): string[] {
  return Object.entries((expected ?? {}) as Record<string, unknown>).flatMap(([path, value]) => {
    if (path === "body_contains") {
      const missing = [value].flat().find((text) => !manifest.body.includes(String(text)));
      return missing === undefined ? [] : [`the body lacks ${show(missing)}`];
    }
    return findDifference(value, memberAt(manifest, path), { at: `manifest.${path}` }) ?? [];
  });
}
