import { offThread } from "@/lib/kernel/threads/off-thread";
import {
  type SkillPackage,
  assemblePackage,
  checkPackagePath,
  findSkillFile,
  type PackageFile,
  proposeRoot,
  MAX_ROOT_CHARACTERS,
} from "@/lib/package";
import {
  checkSkill,
  decodeMarked,
  type CheckProfile,
  type CheckSkillInput,
  type SkillCheck,
  blockingReports,
  listFixes,
  type Fix,
  type Report,
  type StatusDecision,
  applyEdits,
} from "@/lib/skill-format";
import { checkCalls, type CallCheck } from "@/lib/running/call-check";
import { readRunFacts } from "@/lib/running/run-facts";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";
import { judgeFormat } from "@/lib/vetting/judge-format";
import { type ChangedPackage, type Proposal, proposeChanges } from "@/lib/vetting/propose-changes";

/** A package, and the dialects that were asked for. */
export interface PackageToCheck {
  skillPackage: SkillPackage;
  dialects?: readonly CheckProfile[] | undefined;
}

/** Tells one check from another, to know it again when it takes too long. */
export const checkKey = ({ skillPackage, dialects }: PackageToCheck) =>
  `${skillPackage.digest} ${skillPackage.rootDirectory ?? ""} ${dialects?.join() ?? ""}`;

/** A package as `checkSkill` takes it. */
export function toCheckInput({ skillPackage, dialects }: PackageToCheck): CheckSkillInput {
  return {
    files: new Map(skillPackage.files.map(({ path, bytes }) => [path, bytes])),
    ...(skillPackage.rootDirectory === undefined ? {} : { dir: skillPackage.rootDirectory }),
    ...(dialects === undefined ? {} : { dialects }),
  };
}

/** The text of its SKILL.md, or of the file that is meant as it; "" when there is none. */
export function decodeSkillMd({ files }: SkillPackage): string {
  const { bytes = new Uint8Array() } = findSource(files) ?? {};
  return (decodeMarked(bytes)?.text ?? new TextDecoder().decode(bytes)).replace(/^\uFEFF/, "");
}

/** The file that makes the folder a skill, or that is to become it; see `proposeRoot`. */
function findSource(files: readonly PackageFile[]): PackageFile | undefined {
  const source = findSkillFile(files);
  if (source !== undefined) return source;
  const place = proposeRoot(files.map(({ path }) => path));
  return place.ok ? files.find(({ path }) => path === place.file) : undefined;
}

/** `checkSkill` in a thread: a few kilobytes of front matter can take a second. */
export const checkPackage = offThread(
  "check-package",
  // with all it says worked out, so that it can be copied
  (given: PackageToCheck): SkillCheck => ({ ...checkSkill(toCheckInput(given)) }),
  { keyOf: checkKey },
);

const UPSTREAM = "agent-skills-upstream";

export interface Validation {
  check: SkillCheck;
  /**
   * One for each checked dialect; what the upstream validator says is always among them when nobody asked for others.
   */
  reports: (Report & { blocking: boolean })[];
  /** Whether the market would make calls of it, and what its scripts ask for that the sandbox may lack. */
  calling: CallCheck;
  /** Why it would not, whatever it costs; empty where it would. */
  obstacles: CallObstacle[];
  /** What an upload of these bytes would be told before vetting reads its content. */
  decision: StatusDecision;
  /** The text the lines of the issues count in. */
  skillMd: string;
  files: { path: string; sizeBytes: number }[];
}

/**
 * Checks a package by the rules of an upload, in a thread, and keeps nothing of it. `blocking` reports are those whose
 * errors stop publishing. Broken front matter is data here: everything wrong with it is in the reports. Throws only what
 * `offThread` does.
 */
export function validatePackage(
  skillPackage: SkillPackage,
  dialects?: readonly CheckProfile[],
): Promise<Validation> {
  return validateInThread({ skillPackage, dialects });
}

const validateInThread = offThread(
  "validate-package",
  async (given: PackageToCheck): Promise<Validation> => {
    const { skillPackage, dialects } = given;
    const source = toCheckInput(given);
    const { check, decision } = judgeFormat(source);
    const upstream = dialects === undefined ? checkSkill({ ...source, dialects: [UPSTREAM] }).reports : [];
    const blocking = new Set(blockingReports(check));
    const facts = await readRunFacts(check.manifest, skillPackage);
    return {
      check,
      reports: [...check.reports, ...upstream].map((report) => ({
        ...report,
        blocking: blocking.has(report),
      })),
      calling: checkCalls(check.manifest, facts, skillPackage.files),
      obstacles: facts.obstacles,
      decision,
      skillMd: decodeSkillMd(skillPackage),
      files: skillPackage.files.map(({ path, bytes }) => ({ path, sizeBytes: bytes.length })),
    };
  },
  { keyOf: checkKey },
);

class NoTimeForFixes extends Error {}

const listFixesInThread = offThread("list-fixes", (given: PackageToCheck) => listFixes(toCheckInput(given)), {
  keyOf: checkKey,
  overrun: () => new NoTimeForFixes(),
});

/**
 * The safe fixes of a package's SKILL.md, each proven by another check in a thread; see `listFixes`. None for a text
 * whose checks take too long.
 */
export async function listPackageFixes(
  skillPackage: SkillPackage,
  dialects?: readonly CheckProfile[],
): Promise<Fix[]> {
  try {
    return await listFixesInThread({ skillPackage, dialects });
  } catch (error) {
    if (error instanceof NoTimeForFixes) return [];
    throw error;
  }
}

/** The package with some of its safe fixes applied, all of them when no ids are given; unknown ids change nothing. */
export async function fixPackage(skillPackage: SkillPackage, ids?: readonly string[]): Promise<SkillPackage> {
  const chosen = (await listPackageFixes(skillPackage)).filter(({ id }) => ids?.includes(id) ?? true);
  const before = findSkillFile(skillPackage.files);
  if (before === undefined || chosen.length === 0) return skillPackage;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(before.bytes);
  const fixed = applyEdits(
    text,
    chosen.flatMap(({ edits }) => edits),
  );
  return withSource(skillPackage, fixed);
}

const proposeInThread = offThread(
  "propose-changes",
  (given: PackageToCheck) => proposeChanges(toCheckInput(given)),
  { keyOf: checkKey, overrun: () => new NoTimeForFixes() },
);

async function proposeFor(given: PackageToCheck): Promise<ChangedPackage | null> {
  try {
    return await proposeInThread(given);
  } catch (error) {
    if (error instanceof NoTimeForFixes) return null;
    throw error;
  }
}

/** What would make a refused package an accepted one, in a thread; see `proposeChanges`. Null where it takes too long. */
export async function proposePackageChanges(
  skillPackage: SkillPackage,
  dialects?: readonly CheckProfile[],
): Promise<Proposal | null> {
  return (await proposeFor({ skillPackage, dialects }))?.proposal ?? null;
}

/** The package as it is proposed; the same one where nothing is. */
export async function usePackageProposal(skillPackage: SkillPackage): Promise<SkillPackage> {
  const changed = await proposeFor({ skillPackage });
  if (changed === null || changed.proposal.steps.length === 0) return skillPackage;
  const { files, dir, proposal } = changed;
  const cameFrom = new Map(proposal.moves.map(({ from, to }) => [to, from]));
  const before = new Map(skillPackage.files.map((file) => [file.path, file]));
  const contents = [...files].map(([path, content]) => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const { executable } = before.get(cameFrom.get(path) ?? path) ?? {};
    return { path, bytes, ...(executable === undefined ? {} : { executable }) };
  });
  return assemblePackage(contents, rootOf(dir));
}

/** The name of a directory, where an archive can have one so named. */
const rootOf = (dir: string | undefined) =>
  dir !== undefined && dir.length <= MAX_ROOT_CHARACTERS && checkPackagePath(`${dir}/SKILL.md`) === null
    ? dir
    : undefined;

/** The package with another text in its SKILL.md. */
export function withSource(skillPackage: SkillPackage, text: string): SkillPackage {
  const bytes = new TextEncoder().encode(text);
  const { rootDirectory } = skillPackage;
  const source = findSource(skillPackage.files);
  const files = skillPackage.files.map((file) => (file === source ? { ...file, bytes } : file));
  return { ...assemblePackage(files), ...(rootDirectory === undefined ? {} : { rootDirectory }) };
}
