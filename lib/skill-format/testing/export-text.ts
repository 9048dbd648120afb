import type { CheckProfile } from "../types";
import { readSkillDocument } from "../document/read-skill-document";
import { type ExportOptions, exportSkill, type SkillExport } from "../export/export-skill";
import { toPlain } from "../yaml/node";
import { skillFiles } from "./build-skill";

export function done(result: SkillExport): Extract<SkillExport, { ok: true }> {
  if (!result.ok) throw new Error(result.issues.map(({ path, message }) => `${path} ${message}`).join("; "));
  return result;
}

export function textOf(
  frontMatter: string,
  profile: CheckProfile,
  given: { body?: string; files?: Record<string, string | Uint8Array>; options?: ExportOptions } = {},
): string {
  const text = done(exportSkill(skillFiles(frontMatter, given), profile, given.options)).files.get(
    "SKILL.md",
  );
  return String(text);
}

export function frontMatterOf(text: string): unknown {
  const { frontMatter } = readSkillDocument(text);
  return frontMatter === null ? null : toPlain(frontMatter);
}

export function refusal(files: ReadonlyMap<string, string | Uint8Array>, profile: CheckProfile): string[] {
  const result = exportSkill(files, profile);
  if (result.ok) throw new Error("it was exported");
  return result.issues.map(({ severity, code, path }) => `${severity} ${code} ${path}`);
}
