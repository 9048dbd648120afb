import {
  checkPackagePath,
  readArchive,
  SKILL_ARCHIVE_LIMITS,
  writeArchive,
  type PackageFile,
  type SkillPackage,
} from "@/lib/package";
import {
  exportSkill,
  type CheckProfile,
  type ExportOptions,
  type Issue,
  type Report,
} from "@/lib/skill-format";

export type PackageExport =
  | {
      ok: true;
      /** The archive; equal packages give equal bytes. */
      bytes: Uint8Array;
      /** What a store would read in it. */
      package: SkillPackage;
      report: Report;
      /** Keys kept as texts under `metadata`, and keys that are not in the export. */
      moved: readonly string[];
      dropped: readonly string[];
    }
  | { ok: false; issues: readonly Issue[] };

/**
 * A package as one dialect alone, under a root directory named like the skill. What is given back has been read again
 * as an upload would be. Files keep their bytes and whether they may be run.
 */
export function exportPackage(
  { files }: Pick<SkillPackage, "files">,
  dialect: CheckProfile,
  options: ExportOptions = {},
): PackageExport {
  const result = exportSkill(new Map(files.map(({ path, bytes }) => [path, bytes])), dialect, options);
  if (!result.ok) return result;
  const nameFault = checkPackagePath(result.name);
  if (nameFault !== null) return refuse(dialect, "name", nameFault.message);
  const before = new Map(files.map((file) => [file.path, file]));
  const exported = [...result.files].map(([path, content]): PackageFile => {
    const { executable } = before.get(path) ?? {};
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    return executable === undefined ? { path, bytes } : { path, bytes, executable };
  });
  const bytes = pack(exported, result.name);
  const read = readArchive(bytes);
  if (!read.ok) return refuse(dialect, read.issue.path ?? "SKILL.md", read.issue.message);
  const { report, moved, dropped } = result;
  return { ok: true, bytes, package: read.package, report, moved, dropped };
}

/** Compressed only where it must be: bytes that are merely stored are the same on every machine. */
function pack(files: readonly PackageFile[], root: string): Uint8Array {
  const stored = writeArchive(files, root);
  if (stored.length <= SKILL_ARCHIVE_LIMITS.maxArchiveBytes) return stored;
  return writeArchive(files, root, { compression: "deflate" });
}

function refuse(dialect: CheckProfile, path: string, message: string): PackageExport {
  return { ok: false, issues: [{ dialect, severity: "error", code: "PATH_UNSAFE", path, message }] };
}
