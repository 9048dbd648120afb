import { readArchive, type SkillPackage } from "@/lib/package";
import { buildZip, packZeros, type EntryRecipe } from "@/lib/package/testing/zip-builder";
import { checkSkill } from "@/lib/skill-format";
import { readContent, type Adapter, assertKnown } from "../runner/conformance-case";

interface CaseEntry {
  path: string;
  /** A text of a case, in any of its forms. */
  text?: unknown;
  base64?: string;
  symlink?: string;
  zeros?: number;
  directory?: boolean;
}

/** `archive`: the ZIP file of an upload, and what is known of a skill before it is vetted (USK v1.0 section 1). */
export const archive: Adapter = {
  kind: "archive",
  check({ input, expect }) {
    const read = readUpload(input["filename"], (input["entries"] ?? []) as CaseEntry[]);
    assertKnown(expect, ["accepted", "root", "error_code"]);
    const failures: string[] = [];
    if (read.refused === null ? expect["accepted"] === false : expect["accepted"] === true) {
      failures.push(read.refused === null ? "accepted" : `refused: ${read.refused}`);
    }
    if (typeof expect["error_code"] === "string" && !(read.refused ?? "").startsWith(expect["error_code"])) {
      failures.push(`expected ${expect["error_code"]}, got ${read.refused ?? "acceptance"}`);
    }
    if (expect["root"] !== undefined && read.refused === null && read.root !== expect["root"]) {
      failures.push(`the root is "${read.root}"`);
    }
    return failures;
  },
};

type Read = { refused: string } | { refused: null; root: string };

function readUpload(filename: unknown, entries: readonly CaseEntry[]): Read {
  if (typeof filename === "string" && !filename.toLowerCase().endsWith(".skill")) {
    return { refused: "FILE_INVALID_TYPE: not a .skill file" };
  }
  const result = readArchive(buildZip(entries.map(toRecipe)));
  if (!result.ok) return { refused: `${result.issue.code}: ${result.issue.message}` };
  const fault = findPackageFault(result.package);
  return fault === null ? { refused: null, root: result.package.rootDirectory ?? "" } : { refused: fault };
}

const PACKAGE_FAULTS = new Set(["SKILL_MD_MISSING", "FILE_NOT_FOUND", "PATH_UNSAFE"]);

/** What the document demands of the package itself: SKILL.md by that name and the declared entry point. */
function findPackageFault({ files }: SkillPackage): string | null {
  const map = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const reports = [
    ...checkSkill({ files: map, dialects: ["usk"] }).reports,
    ...checkSkill({ files: map }).reports,
  ];
  const fault = reports
    .flatMap(({ issues }) => issues)
    .find(({ code, severity }) => severity === "error" && PACKAGE_FAULTS.has(code));
  return fault === undefined ? null : `${fault.code}: ${fault.message}`;
}

function toRecipe({ path, text, base64, symlink, zeros, directory }: CaseEntry): EntryRecipe {
  if (directory === true)
    return { name: path.endsWith("/") ? path : `${path}/`, mode: 0o040755, dosAttributes: 0x10 };
  if (symlink !== undefined) return { name: path, data: symlink, mode: 0o120777 };
  if (zeros !== undefined) return { name: path, ...packZeros(zeros) };
  if (base64 !== undefined) return { name: path, data: Buffer.from(base64, "base64"), mode: 0o100644 };
  return { name: path, data: readContent(text ?? ""), mode: 0o100644 };
}
