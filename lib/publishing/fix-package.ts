import { assemblePackage, findSkillFile, type SkillPackage } from "@/lib/package";
import { listPackageFixes } from "@/lib/publishing/validate-package";
import { applyEdits } from "@/lib/skill-format";

/** The package with some of its safe fixes applied, all of them when no ids are given; unknown ids change nothing. */
export async function fixPackage(skillPackage: SkillPackage, ids?: readonly string[]): Promise<SkillPackage> {
  const chosen = (await listPackageFixes(skillPackage)).filter(({ id }) => ids?.includes(id) ?? true);
  const before = findSkillFile(skillPackage.files);
  if (before === undefined || chosen.length === 0) return skillPackage;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(before.bytes);
  const mended = applyEdits(
    text,
    chosen.flatMap(({ edits }) => edits),
  );
  return withSource(skillPackage, mended);
}

/** The package with another text in its SKILL.md. */
export function withSource(skillPackage: SkillPackage, text: string): SkillPackage {
  const bytes = new TextEncoder().encode(text);
  const { rootDirectory } = skillPackage;
  const source = findSkillFile(skillPackage.files);
  const files = skillPackage.files.map((file) => (file === source ? { ...file, bytes } : file));
  return { ...assemblePackage(files), ...(rootDirectory === undefined ? {} : { rootDirectory }) };
}
