import type { SkillPackage } from "@/lib/package";
import {
  type CheckProfile,
  type Issue,
  type StatusDecision,
  statedPermissions,
  type SkillManifest,
} from "@/lib/skill-format";
import { judgeFormat } from "@/lib/vetting/judge-format";
import { vetPackage, type VettingEngine, type VettingResult } from "@/lib/vetting/vet-package";
import type { SkillFacts } from "@/lib/vetting/skill-facts";

const STATUSES = ["approved", "caution", "rejected"] as const;

/** Codes of skills beside the one that is judged: neither verdict looks at them. */
const REMARKS: ReadonlySet<Issue["code"]> = new Set(["SKILL_FURTHER", "SKILL_NAMED"]);

export interface ScanResult {
  status: (typeof STATUSES)[number];
  /** Of the format, then of vetting with the place. */
  reasons: string[];
  /** What the format alone decides. */
  format: StatusDecision;
  /** What the verdict does not say, and an author should know before others read it. */
  remarks: Issue[];
  vetting: VettingResult;
}

/**
 * What becomes of a package: the graver of two verdicts counts, that of the format (USK, compatibility) and that of the
 * vetting engine. Pure: the same bytes are judged alike by anybody.
 */
export async function scanPackage(
  skillPackage: SkillPackage,
  { dialects, vet = vetPackage }: { dialects?: readonly CheckProfile[]; vet?: VettingEngine } = {},
): Promise<ScanResult> {
  const files = new Map(skillPackage.files.map(({ path, bytes }) => [path, bytes]));
  const { rootDirectory: dir } = skillPackage;
  const { check, decision: format } = judgeFormat({
    files,
    ...(dir === undefined ? {} : { dir }),
    ...(dialects === undefined ? {} : { dialects }),
  });
  const vetting = await vet({
    files: skillPackage.files,
    facts: readVettingFacts(check.manifest),
  });
  const status =
    STATUSES[Math.max(STATUSES.indexOf(format.status), STATUSES.indexOf(vetting.report.verdict))] ??
    "rejected";
  const found = vetting.report.findings.filter(({ severity }) => severity !== "info" && severity !== "low");
  return {
    status,
    reasons: [
      ...format.reasons,
      ...found.map(({ code, file, line, message }) => `${code}: ${file}:${line}: ${message}`),
    ],
    format,
    remarks: check.reports.flatMap(({ issues }) => issues.filter(({ code }) => REMARKS.has(code))),
    vetting,
  };
}

/**
 * What vetting compares the code with. The market and the command read it here, from the package alone: from equal
 * bytes come equal facts, and so an equal report digest.
 */
function readVettingFacts(manifest: SkillManifest): SkillFacts {
  const { slug, description } = manifest;
  const { origins, network, filesystem, subprocess, envVars } = statedPermissions(manifest);
  const isSilent = Object.values(origins).every((origin) => origin === "not_declared");
  return {
    name: slug,
    description,
    permissions: isSilent ? null : { network, filesystem, subprocess, envVars },
  };
}
