import { comparePaths, packageDigest, type PackageFile } from "@/lib/package";
import { gatherFacts } from "./facts/gather";
import { drawPicture } from "./facts/picture";
import { compareFindings, type Finding } from "./finding";
import { openDocuments } from "@/lib/vetting/document-text/open-documents";
import { openInnerArchives } from "./reading/embedded/inner-archives";
import { readSourceFile } from "./reading/source-file";
import { ENGINE_VERSION, reportDigest, summarize, type VettingReport } from "./report";
import { judgeFacts } from "./rules/judge";
import type { SkillFacts, DeclaredPermissions } from "./skill-facts";
import { loadParsers } from "@/lib/vetting/syntax/parsers";
import { decideVerdict } from "./verdict";
import { showEvidence } from "./evidence";
import type { AccessUse } from "./facts/unit";
import {
  UNDECLARED_PERMISSION,
  UNDECLARED_VARIABLE,
  undeclaredMessage,
  UNSAID_ACCESS,
  unsaidMessage,
} from "./undeclared-use";
import { findRule } from "./rules/rule";

const NOTHING: DeclaredPermissions = { network: null, filesystem: null, subprocess: null, envVars: null };
const TEST_FILE =
  /(?:^|\/)(?:tests?|__tests__|spec)\/|(?:^|\/)test_[^/]+\.py$|\.(?:test|spec)\.[cm]?[jt]sx?$/;

/** Compares what is declared with what the code does (USK v1.0 section 3-5), and tells what nothing is declared of. */
function judgeAccess(
  { uses, variables }: { readonly uses: readonly AccessUse[]; readonly variables: readonly AccessUse[] },
  permissions: DeclaredPermissions | null,
): Finding[] {
  const declared = permissions ?? NOTHING;
  const ofPermissions = firstUses(uses).flatMap((use): Finding[] => {
    if (use.kind === "secrets" || declared[use.kind] === true) return [];
    if (declared[use.kind] === null) return [unsaid(use)];
    const severity = TEST_FILE.test(use.file) ? "low" : "medium";
    return [
      toFinding(use, {
        code: UNDECLARED_PERMISSION,
        severity,
        message: undeclaredMessage(use.kind, use.what),
      }),
    ];
  });
  const ofVariables = firstUses(variables).flatMap((use): Finding[] => {
    if (declared.envVars === null) return [unsaid(use)];
    if (declared.envVars.includes(use.what)) return [];
    const message = `The variable ${use.what} is read, but permissions.env_vars does not list it.`;
    return [toFinding(use, { code: UNDECLARED_VARIABLE, severity: "low", message })];
  });
  return ofPermissions.concat(ofVariables);
}

const unsaid = (use: AccessUse) =>
  toFinding(use, { code: UNSAID_ACCESS, severity: "info", message: unsaidMessage(use.kind, use.what) });

function toFinding(
  { file, line, evidence }: AccessUse,
  { code, severity, message }: Pick<Finding, "code" | "severity" | "message">,
): Finding {
  const remedy = findRule(code)?.remedy.en ?? "";
  return {
    code,
    severity,
    confidence: "strong",
    file,
    line,
    message,
    evidence: showEvidence(evidence),
    remedy,
  };
}

/** One for each kind and file, the first; of variables one for each name. */
function firstUses(uses: readonly AccessUse[]): AccessUse[] {
  const first = new Map<string, AccessUse>();
  for (const use of uses) {
    const key = use.kind === "secrets" ? use.what : `${use.kind} ${use.file}`;
    const known = first.get(key);
    const isEarlier =
      known === undefined || use.file < known.file || (use.file === known.file && use.line < known.line);
    if (isEarlier) first.set(key, use);
  }
  return [...first.values()];
}

/** A report says what matters; a package with more is rejected or held anyway. */
const MAX_FINDINGS = 200;
const MAX_FINDINGS_PER_PLACE = 20;

export interface VettingResult {
  readonly report: VettingReport;
  readonly reportDigest: string;
}

/** What looks through a package: `vetPackage`, or in conformance cases one whose verdict is given. */
export type VettingEngine = typeof vetPackage;

/**
 * Looks through a package for harm. Repeatable: the same files and facts give the same report digest anywhere, whatever the
 * order of the files, so that anyone can check a verdict by running it again.
 *
 * The files are those of a package that `lib/package` has accepted; the time is bounded by its limits.
 */
export async function vetPackage(input: {
  readonly files: readonly PackageFile[];
  readonly facts: SkillFacts;
}): Promise<VettingResult> {
  await loadParsers();
  const sorted = [...input.files].sort((left, right) => comparePaths(left.path, right.path));
  const inner = openInnerArchives(sorted);
  const packed = sorted.concat(inner.files);
  const documents = openDocuments(packed);
  const files = packed.concat(documents.flatMap(({ parts }) => parts)).map(readSourceFile);
  const gathered = await gatherFacts({ files, openedArchives: inner.opened, documents, facts: input.facts });
  const found = judgeFacts(gathered.facts, gathered.purpose).concat(
    judgeAccess(gathered, input.facts.permissions),
  );
  const findings = selectFindings(found);
  const verdict = decideVerdict(findings);
  const report: VettingReport = {
    engineVersion: ENGINE_VERSION,
    packageDigest: packageDigest(input.files),
    declaredPermissions: input.facts.permissions,
    verdict,
    summary: summarize(verdict, findings),
    findings,
    picture: drawPicture(gathered),
  };
  return { report, reportDigest: reportDigest(report) };
}

/** Sorted, each place and code once, the gravest first where there are too many. */
function selectFindings(findings: readonly Finding[]): Finding[] {
  const places = new Map<string, Finding>();
  const counts = new Map<string, number>();
  for (const finding of [...findings].sort(compareFindings)) {
    const place = `${finding.code}\n${finding.file}\n${finding.line}`;
    const group = `${finding.code}\n${finding.file}`;
    const count = counts.get(group) ?? 0;
    if (places.has(place) || count >= MAX_FINDINGS_PER_PLACE) continue;
    places.set(place, finding);
    counts.set(group, count + 1);
  }
  return Array.from(places.values()).slice(0, MAX_FINDINGS);
}
