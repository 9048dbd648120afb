import { comparePaths, packageDigest, type PackageFile } from "@/lib/package";
import { gatherFacts } from "./facts/gather";
import { drawPicture } from "./facts/picture";
import { compareFindings, type Finding } from "./finding";
import { openDocuments } from "@/lib/vetting/document-text/open-documents";
import { openInnerArchives } from "./reading/embedded/inner-archives";
import { readSourceFile } from "./reading/source-file";
import { ENGINE_VERSION, reportDigest, summarize, type VettingReport } from "./report";
import { judgeAccess } from "./rules/access";
import { judgeFacts } from "./rules/judge";
import type { SkillFacts } from "./skill-facts";
import { loadParsers } from "@/lib/vetting/syntax/parsers";
import { decideVerdict } from "./verdict";

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
