import type { SkillPackage } from "@/lib/package";
import {
  blockingReports,
  checkSkill,
  decideStatus,
  listFixes,
  type CheckProfile,
  type Fix,
  type Report,
  type SkillCheck,
  type StatusDecision,
} from "@/lib/skill-format";
import { findDeviceFault } from "@/lib/registry/names/reserved-names";
import { findStorageFaults } from "./read-upload";

const UPSTREAM = "agent-skills-upstream";

export interface Validation {
  check: SkillCheck;
  /**
   * One for each checked dialect; what the upstream validator says is always among them when nobody asked for others.
   */
  reports: (Report & { blocking: boolean })[];
  /** What an upload of these bytes would be told before vetting reads its content. */
  decision: StatusDecision;
  /** The text the lines of the issues count in. */
  skillMd: string;
  files: { path: string; sizeBytes: number }[];
}

/**
 * Checks a package by the rules of an upload and keeps nothing of it. `blocking` reports are those whose errors stop
 * publishing. Broken front matter is data here: everything wrong with it is in the reports; nothing throws.
 */
export function validatePackage(skillPackage: SkillPackage, dialects?: readonly CheckProfile[]): Validation {
  const files = new Map(skillPackage.files.map(({ path, bytes }) => [path, bytes]));
  const source = {
    files,
    ...(skillPackage.rootDirectory === undefined ? {} : { dir: skillPackage.rootDirectory }),
  };
  const check = checkSkill({ ...source, ...(dialects === undefined ? {} : { dialects }) });
  const upstream = dialects === undefined ? checkSkill({ ...source, dialects: [UPSTREAM] }).reports : [];
  const blocking = new Set(blockingReports(check));
  const skillMd = new TextDecoder().decode(files.get("SKILL.md") ?? files.get("skill.md"));
  return {
    check,
    reports: [...check.reports, ...upstream].map((report) => ({ ...report, blocking: blocking.has(report) })),
    decision: decide(check, skillMd),
    skillMd,
    files: skillPackage.files.map(({ path, bytes }) => ({ path, sizeBytes: bytes.length })),
  };
}

/** The safe fixes of a package's SKILL.md, each proven by another check; see `listFixes`. */
export function listPackageFixes(
  { files, rootDirectory }: SkillPackage,
  dialects?: readonly CheckProfile[],
): Fix[] {
  return listFixes({
    files: new Map(files.map(({ path, bytes }) => [path, bytes])),
    ...(rootDirectory === undefined ? {} : { dir: rootDirectory }),
    ...(dialects === undefined ? {} : { dialects }),
  });
}

/** The decision of the format, and what the store adds to it. */
function decide(check: SkillCheck, skillMd: string): StatusDecision {
  const decision = decideStatus(check);
  const device = findDeviceFault(check.manifest.slug);
  const faults = [
    ...(device ? [device.message] : []),
    ...findStorageFaults(check, skillMd).map(({ path, message }) => `${path}: ${message}`),
  ];
  if (faults.length === 0) return decision;
  return {
    ...decision,
    status: "rejected",
    autoConvert: false,
    reasons: [...new Set([...decision.reasons, ...faults])],
  };
}
