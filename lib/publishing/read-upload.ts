import { DomainError } from "@/lib/kernel/errors";
import { offThread } from "@/lib/kernel/threads/off-thread";
import type { SkillPackage } from "@/lib/package";
import {
  checkFully,
  checkKey,
  decodeSkillMd,
  toCheckInput,
  type PackageToCheck,
} from "@/lib/publishing/check-package";
import {
  countCharacters,
  cutExamples,
  decideStatus,
  isKebabCase,
  NAME_MAX_CHARACTERS,
  type CheckProfile,
  type Issue,
  type SkillCheck,
  type SkillExample,
} from "@/lib/skill-format";
import { findDeviceFault } from "@/lib/registry/names/reserved-names";
import { blockingReports } from "@/lib/skill-format";

const MAX_VERSION_LENGTH = 64;
/** It stands in headers, names of files and addresses, where other scripts, quotes and slashes cannot, or say more. */
const WRITABLE_VERSION = /^[ !#-.0-[\]-~]*$/;
/** Indexed columns hold no more than a few kilobytes, and a category is a word or two. */
const MAX_CATEGORY_LENGTH = 100;
const MAX_FINDINGS = 100;
/** Neither PostgreSQL text nor jsonb holds a NUL or half a surrogate pair; YAML escapes can write both. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** A package read, checked and fit to be stored. */
export interface Upload {
  package: SkillPackage;
  check: SkillCheck;
  skillMd: string;
  examples: SkillExample[];
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
  const read = await readInThread({ skillPackage, dialects });
  return { package: skillPackage, skillMd: decodeSkillMd(skillPackage), ...read };
}

const readInThread = offThread(
  "read-upload",
  (given: PackageToCheck): Omit<Upload, "package" | "skillMd"> => {
    const input = toCheckInput(given);
    const check = checkFully(input);
    const device = findDeviceFault(check.manifest.slug);
    if (device) throw device;
    assertNotRejected(check);
    const skillMd = decodeSkillMd(given.skillPackage);
    assertStorable(check, skillMd);
    const { examples } = cutExamples(check.manifest.examples, check.manifest.schemas.input);
    return { check, examples };
  },
  { keyOf: checkKey },
);

function assertNotRejected(check: SkillCheck): void {
  const decision = decideStatus(check);
  if (decision.status !== "rejected") return;
  const reports = [...blockingReports(check), check.storeReport];
  const errors = reports.flatMap(({ issues }) => issues.filter(({ severity }) => severity === "error"));
  throw uploadFailed(
    `The skill is not accepted: ${decision.reasons[0] ?? "its format is not valid"}`,
    errors,
  );
}

function assertStorable(check: SkillCheck, skillMd: string): void {
  const [first, ...rest] = findStorageFaults(check, skillMd);
  if (first)
    throw uploadFailed(`The skill is not accepted: ${first.path}: ${first.message}`, [first, ...rest]);
}

/** What no dialect forbids and the store cannot keep all the same: such an upload is refused. */
export function findStorageFaults({ manifest }: SkillCheck, skillMd: string): Issue[] {
  const faults: [string, string][] = [];
  if (!isKebabCase(manifest.slug) || countCharacters(manifest.slug) > NAME_MAX_CHARACTERS) {
    faults.push(["name", `must be a-z, 0-9 and single hyphens, at most ${NAME_MAX_CHARACTERS} characters`]);
  }
  if (manifest.version.raw.length > MAX_VERSION_LENGTH)
    faults.push(["version", `has more than ${MAX_VERSION_LENGTH} characters`]);
  if (!WRITABLE_VERSION.test(manifest.version.raw))
    faults.push([
      "version",
      "holds something else than ASCII letters, digits and signs, or a quote or slash",
    ]);
  if ((manifest.category ?? "").length > MAX_CATEGORY_LENGTH) {
    faults.push(["category", `has more than ${MAX_CATEGORY_LENGTH} characters`]);
  }
  if (UNSTORABLE.test(skillMd) || holdsUnstorable(manifest)) {
    faults.push(["frontmatter", "holds a NUL character or half of a surrogate pair, which no text may hold"]);
  }
  return faults.map(([path, message]): Issue => ({
    dialect: "package",
    severity: "error",
    code: "FIELD_FORMAT",
    path,
    message,
  }));
}

function holdsUnstorable(value: unknown): boolean {
  if (typeof value === "string") return UNSTORABLE.test(value);
  if (Array.isArray(value)) return value.some(holdsUnstorable);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, member]) => UNSTORABLE.test(key) || holdsUnstorable(member));
}

function uploadFailed(message: string, issues: readonly Issue[]): DomainError {
  const seen = new Map(issues.map((issue) => [`${issue.path} ${issue.code} ${issue.message}`, issue]));
  return new DomainError("UPLOAD_FAILED", message, {
    details: { findings: [...seen.values()].slice(0, MAX_FINDINGS) },
  });
}
