import { DomainError } from "@/lib/kernel/errors";
import { offThread } from "@/lib/kernel/threads/off-thread";
import {
  contentDigest,
  type ContentSketch,
  sketchContent,
  listExecutables,
  listFileDigests,
  readIcon,
  readTextFile,
  type SkillPackage,
} from "@/lib/package";
import { checkKey, decodeSkillMd, toCheckInput, type PackageToCheck } from "@/lib/publishing/check-package";
import {
  cutExamples,
  type CheckProfile,
  type Issue,
  type SkillCheck,
  type SkillExample,
} from "@/lib/skill-format";
import type { PackageFileRow } from "@/lib/registry/views";
import { readRunFacts, type RunFacts } from "@/lib/running/run-facts";
import { judgeFormat } from "@/lib/vetting/judge-format";

const MAX_FINDINGS = 100;

/** A package read, checked and fit to be stored. */
export interface Upload {
  package: SkillPackage;
  check: SkillCheck;
  skillMd: string;
  examples: SkillExample[];
  /** How it is called, and what its scripts need. */
  facts: RunFacts;
  /** What is recorded of each file. */
  files: PackageFileRow[];
  /** By which packages are the same that differ in their names; null for one that holds too little. */
  contentDigest: string | null;
  /** By which packages are found that are nearly the same. */
  sketch: ContentSketch;
  /** The picture of its icon as it is shown; null where it has none that may be. */
  icon: Uint8Array | null;
}

/**
 * Reads a package for the registry, in a thread. Throws UPLOAD_FAILED with all findings when the format rejects it (a
 * name, a description or a rule of a dialect it is written in is missing or broken): nothing of it is stored then, and
 * what `offThread` throws. Warnings are no obstacle here; they can lead to `caution` in vetting. Throws
 * SKILL_NAME_RESERVED for the name of a device.
 */
export async function readUpload(
  skillPackage: SkillPackage,
  dialects?: readonly CheckProfile[],
): Promise<Upload> {
  return { package: skillPackage, ...(await readInThread({ skillPackage, dialects })) };
}

const readInThread = offThread(
  "read-upload",
  async (given: PackageToCheck): Promise<Omit<Upload, "package">> => {
    const { skillPackage } = given;
    const { check, decision, findings, deviceFault } = judgeFormat(toCheckInput(given));
    if (deviceFault !== null) throw new DomainError("SKILL_NAME_RESERVED", deviceFault);
    if (decision.status === "rejected") throw uploadFailed(decision.reasons[0], findings);
    const { examples } = cutExamples(check.manifest.examples, check.manifest.schemas.input);
    return {
      check,
      skillMd: decodeSkillMd(skillPackage),
      examples,
      facts: await readRunFacts(check.manifest, skillPackage),
      files: listFiles(skillPackage),
      contentDigest: contentDigest(skillPackage.files, check.manifest.slug),
      sketch: sketchContent(skillPackage.files, check.manifest.slug),
      icon: readIcon(skillPackage.files),
    };
  },
  { keyOf: checkKey },
);

function listFiles({ files }: SkillPackage): PackageFileRow[] {
  const text = new Map(files.map((file) => [file.path, readTextFile(file.bytes) !== null]));
  const executables = new Set(listExecutables(files));
  return listFileDigests(files).map((file) => ({
    ...file,
    isText: text.get(file.path) ?? false,
    isExecutable: executables.has(file.path),
  }));
}

function uploadFailed(reason: string | undefined, issues: readonly Issue[]): DomainError {
  const seen = new Map(issues.map((issue) => [`${issue.path} ${issue.code} ${issue.message}`, issue]));
  const message = `The skill is not accepted: ${reason ?? "its format is not valid"}`;
  return new DomainError("UPLOAD_FAILED", message, {
    details: { findings: [...seen.values()].slice(0, MAX_FINDINGS) },
  });
}
