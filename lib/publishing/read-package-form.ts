import { unpackUnplaced } from "@/lib/platform/blobs/load-package";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import { isDomainError } from "@/lib/kernel/errors";
import { offThread } from "@/lib/kernel/threads/off-thread";
import {
  assemblePackage,
  findSkillFile,
  isZip,
  proposeRoot,
  readFolderUpload,
  readJsonUpload,
  SKILL_ARCHIVE_LIMITS,
  type PackageResult,
  type SkillPackage,
} from "@/lib/package";

export type FormReading =
  | { ok: true; package: SkillPackage; fileName: string | null }
  | { ok: false; code: ErrorCode; message: string };

/** A folder as JSON: 5 MiB in base64, and the texts around it. */
const MAX_JSON_CHARACTERS = 8 * 1024 * 1024;

/**
 * The package of a page's form: an archive or a SKILL.md in `skill_file`, a folder's files as JSON in `package_json`
 * and its name in `package_name`, or the text in `skill_md`, in that order. A fault is told with the code an agent
 * would get.
 */
export async function readPackageForm(form: FormData): Promise<FormReading> {
  try {
    return await readForm(form);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const { code, message } = error;
    return { ok: false, code, message };
  }
}

async function readForm(form: FormData): Promise<FormReading> {
  const file = form.get("skill_file");
  if (file instanceof File && file.size > 0) return readFile(file);
  const json = form.get("package_json");
  if (typeof json === "string" && json !== "") return readFolder(json, form.get("package_name"));
  const pasted = form.get("skill_md");
  if (typeof pasted === "string" && pasted.trim() !== "") {
    // Browsers send the lines of a text field with CRLF, whatever was pasted (HTML, "constructing the entry list").
    return toReading(await readText(pasted.replaceAll("\r\n", "\n")));
  }
  return {
    ok: false,
    code: "FILE_MISSING",
    message: "Choose a folder, a .skill or .zip file, or paste a SKILL.md.",
  };
}

async function readFile(file: File): Promise<FormReading> {
  const { maxArchiveBytes } = SKILL_ARCHIVE_LIMITS;
  if (file.size > maxArchiveBytes) {
    const message = `The file has ${file.size} bytes; at most ${maxArchiveBytes} are taken.`;
    return { ok: false, code: "CONTENT_TOO_LARGE", message };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Judged by its bytes: only what calls itself an archive and is none is refused as one.
  if (isZip(bytes) || /\.(?:skill|zip)$/i.test(file.name))
    return toReading(await unpackUnplaced(bytes), file.name);
  return { ok: true, package: assemblePackage([{ path: "SKILL.md", bytes }]), fileName: null };
}

const readText = offThread("read-skill-text", (text: string) => readJsonUpload({ skill_md: text }));

/** Null for a text that is not JSON. */
const readFolderJson = offThread(
  "read-folder-json",
  ({ json, name }: { json: string; name: string | null }): PackageResult | null => {
    let body: unknown;
    try {
      body = JSON.parse(json);
    } catch {
      return null;
    }
    return withoutUnplacedRoot(readFolderUpload(body, name ?? undefined));
  },
);

/** The name of a folder whose SKILL.md lies elsewhere is no part of the skill; one that holds none is none. */
function withoutUnplacedRoot(result: PackageResult): PackageResult {
  if (!result.ok || findSkillFile(result.package.files) !== undefined) return result;
  const { files } = result.package;
  if (proposeRoot(files.map(({ path }) => path)).ok) return { ok: true, package: assemblePackage(files) };
  return {
    ok: false,
    issue: { code: "SKILL_MD_MISSING", message: "The folder holds no SKILL.md, or several." },
  };
}

async function readFolder(json: string, name: FormDataEntryValue | null): Promise<FormReading> {
  if (json.length > MAX_JSON_CHARACTERS) {
    const message = "The folder is larger than the 5 MiB that are taken.";
    return { ok: false, code: "CONTENT_TOO_LARGE", message };
  }
  const folder = typeof name === "string" && name !== "" ? name : null;
  const reading = await readFolderJson({ json, name: folder });
  if (reading !== null) return toReading(reading, folder);
  return { ok: false, code: "REQUEST_INVALID", message: "The list of the folder's files is not JSON." };
}

function toReading(result: PackageResult, fileName: string | null = null): FormReading {
  if (result.ok) return { ok: true, package: result.package, fileName };
  const { code, message, path } = result.issue;
  return { ok: false, code, message: path === undefined ? message : `${path}: ${message}` };
}
