import type { SkillCheck } from "./check-skill";
import { installMode } from "./conversion-targets";
import type { Issue, Report } from "./issues/issue";
import type { IssueCode } from "./issues/issue-codes";
import type { UskSpec, VettingStatus } from "./types";

/** What vetting found in the content; the format only needs its weight. */
export interface VettingFinding {
  severity: "critical" | "error" | "high" | "warning" | "medium" | "low" | "info";
  /** `malicious` refuses whatever the severity, unless it is mere information. */
  kind: string;
}

export interface StatusDecision {
  status: VettingStatus;
  /** Registered as: v3 only when declared and complete (USK, compatibility). */
  spec: UskSpec;
  /** Converted for at least one platform, at once. */
  autoConvert: boolean;
  /** What led to `caution` or `rejected`, in words. */
  reasons: string[];
}

/**
 * Remarks that advise and never hold a skill up (docs/dialects/differences.md); whatever else is a warning leads to
 * `caution`.
 */
const ADVICE_CODES: ReadonlySet<string> = new Set([
  "BOM_PRESENT",
  "RECOMMENDED_MISSING",
  "FIELD_COERCED",
  "TEXT_CUT",
  "FIELD_MULTILINE",
  "FIELD_UNKNOWN",
  "SCHEMA_NO_DESCRIPTION",
  "PERMISSION_MISMATCH",
  "EXAMPLES_TRUNCATED",
  "EXAMPLE_INCOMPLETE",
  "EXAMPLE_MISMATCH",
  "DIALECT_CONFLICT",
]);

/** Roots of paths whose form is only advised: licence, homepage, tags, capability spelling, examples, platforms. */
const ADVICE_PATHS = /^(?:license|homepage|tags|changelog|category|dialects|examples)(?:[.[]|$)/;

/**
 * The status of an upload by the USK table (USK, compatibility): rejected over caution over approved. Name or
 * description missing, a broken rule of a dialect that counts, or a malicious pattern reject; other faults
 * lead to caution; advice does not.
 */
export function decideStatus(check: SkillCheck, findings: readonly VettingFinding[] = []): StatusDecision {
  const { manifest } = check;
  const vetted = (counts: (finding: VettingFinding) => boolean) =>
    findings.filter(counts).map(({ kind }) => `vetting: ${kind}`);
  const rejecting = vetted(
    ({ severity, kind }) =>
      severity === "critical" || severity === "error" || (kind === "malicious" && severity !== "info"),
  );
  const doubtful = vetted(({ severity }) => ["high", "medium", "warning"].includes(severity));
  const rejected = [...rejecting, ...rejectingReports(check)];
  const caution = [...doubtful, ...storeFaults(check, isFault)];
  const status = rejected.length > 0 ? "rejected" : caution.length > 0 ? "caution" : "approved";
  return {
    status,
    spec: manifest.spec,
    autoConvert: status === "approved" && installMode(manifest) === "auto",
    reasons: [...new Set([...rejected, ...caution])],
  };
}

/**
 * Reports whose errors stop publishing: every dialect that was asked for, declared or detected, but not an
 * `agent-skills` that is only detected.
 */
export function blockingReports({ reports, declared }: SkillCheck): Report[] {
  return reports.filter(
    ({ dialect, valid }) => !valid && (declared.includes(dialect) || !dialect.startsWith("agent-skills")),
  );
}

/** What keeps the front matter from being read; nothing that stands in it can be judged then. */
const UNREADABLE: ReadonlySet<IssueCode> = new Set([
  "SKILL_MD_MISSING",
  "ENCODING_INVALID",
  "FRONTMATTER_MISSING",
  "FRONTMATTER_UNCLOSED",
  "FRONTMATTER_INVALID_YAML",
  "FRONTMATTER_NOT_MAPPING",
]);

/** Why SKILL.md or its front matter cannot be read; empty where it can. */
export function readingIssues({ storeReport }: SkillCheck): Issue[] {
  return storeReport.issues.filter(
    (issue) => isError(issue) && UNREADABLE.has(issue.code) && /^(?:SKILL\.md|frontmatter)$/.test(issue.path),
  );
}

function rejectingReports(check: SkillCheck): string[] {
  const unread = readingIssues(check);
  if (unread.length > 0) return unread.map(describe);
  const reasons = blockingReports(check).flatMap(({ issues }) => issues.filter(isError).map(describe));
  if (check.manifest.slug === "") reasons.push("name: is required");
  if (check.manifest.description === "") reasons.push("description: is required");
  return [...reasons, ...storeFaults(check, isError)];
}

function storeFaults(check: SkillCheck, counts: (issue: Issue) => boolean): string[] {
  return check.storeReport.issues.filter((issue) => counts(issue) && !isExcused(check, issue)).map(describe);
}

function isFault({ severity, code, path }: Issue): boolean {
  if (severity !== "warning" || ADVICE_CODES.has(code) || ADVICE_PATHS.test(path)) return false;
  // form of a capability, and "any" beside another call pattern, are advice; their types are not
  return !(
    (path.startsWith("capabilities[") && code === "FIELD_FORMAT") ||
    (path === "platform_compatibility" && code === "FIELD_ENUM")
  );
}

/**
 * A skill that is no USK skill answers for its name and version to its own dialect: the title of a VibeLife skill, a
 * doubled hyphen or a date version of Skill Metadata are no faults there, nor is a short version of an Agent Skill. That
 * holds beside another fault of the file too: a false reason beside the true one would have a good version changed.
 */
function isExcused({ reports, detected, declared, manifest }: SkillCheck, issue: Issue): boolean {
  if (detected.includes("usk") || declared.includes("usk")) return false;
  if (issue.code !== "FIELD_FORMAT" || (issue.path !== "name" && issue.path !== "version")) return false;
  if (issue.path === "version" && manifest.version.scheme === "semver") return true;
  const own = issue.path === "name" ? ["metadata", "vibelife"] : ["metadata"];
  const isFine = ({ issues }: Report) => !issues.some((each) => isError(each) && each.path === issue.path);
  return reports.some((report) => own.includes(report.dialect) && isFine(report));
}

function isError({ severity }: Issue): boolean {
  return severity === "error";
}

function describe({ path, message }: Issue): string {
  return `${path}: ${message}`;
}
