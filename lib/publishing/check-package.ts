import { offThread } from "@/lib/kernel/threads/off-thread";
import type { SkillPackage } from "@/lib/package";
import { checkSkill, type CheckProfile, type CheckSkillInput, type SkillCheck } from "@/lib/skill-format";

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

/** The text of its SKILL.md, or of its skill.md; "" when there is neither. */
export function decodeSkillMd({ files }: SkillPackage): string {
  const fileOf = (name: string) => files.find(({ path }) => path === name);
  return new TextDecoder().decode((fileOf("SKILL.md") ?? fileOf("skill.md"))?.bytes);
}

/** `checkSkill` in a thread: a few kilobytes of front matter can take a second. */
export const checkPackage = offThread(
  "check-package",
  // with all it says worked out, so that it can be copied
  (given: PackageToCheck): SkillCheck => ({ ...checkSkill(toCheckInput(given)) }),
  { keyOf: checkKey },
);
