import { describeText } from "./describe-text";
import { JSON_UPLOAD_LIMITS, SKILL_ARCHIVE_LIMITS } from "./limits";
import { assemblePackage, unpackedBytes } from "./package-digest";
import { findListingIssue, findPathCollision, checkPackagePath } from "./path-policy";
import { writeArchive } from "./write-archive";
import type { PackageFile, PackageIssue, PackageIssueCode, PackageResult } from "./types";

interface Part {
  readonly member: "skill_md" | "requirements" | "files" | "base64_files";
  readonly path: string;
  readonly bytes: Uint8Array;
}
type Parts =
  | { readonly ok: true; readonly parts: readonly Part[] }
  | { readonly ok: false; readonly issue: PackageIssue };

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Reads the body of a JSON upload (USK v1.0 AG1): `skill_md`, `files` (path to text), `base64_files` (path to
 * base64) and `requirements`, which becomes requirements.txt. Other members are left to the caller.
 *
 * The limits are those of USK AG1: decoded bytes of all parts, and entries of the two maps. A path given twice is
 * refused, also as `SKILL.md` or `requirements.txt` beside the member of their own, unless both hold the same
 * bytes (USK AG1).
 */
export function readJsonUpload(body: unknown): PackageResult {
  const read = readParts(body);
  if (!read.ok) return read;
  const merged = mergeParts(read.parts);
  if (!merged.ok) return merged;
  return { ok: true, package: assemblePackage(merged.files) };
}

/**
 * Reads the files of a folder, in `base64_files` all of them, so that each keeps its bytes; the number of files is that
 * of an archive. `rootDirectory` is the folder's own name.
 */
export function readFolderUpload(body: unknown, rootDirectory?: string): PackageResult {
  const files = isRecord(body) ? body["base64_files"] : undefined;
  if (!isRecord(files)) return refuse("REQUEST_INVALID", "base64_files must be an object of path to base64.");
  const listed = Object.entries(files).map(([path, text]) => ({
    path: path.normalize("NFC"),
    sizeBytes: typeof text === "string" ? decodedLength(text) : 0,
  }));
  const fault = findListingIssue(listed);
  if (fault !== null) return { ok: false, issue: fault };
  const read = collectBinaries(files);
  if (!read.ok) return read;
  const { maxArchiveBytes } = SKILL_ARCHIVE_LIMITS;
  if (unpackedBytes(read.parts) > maxArchiveBytes) {
    const { length } = writeArchive(read.parts, "", { compression: "deflate" });
    if (length > maxArchiveBytes)
      return refuse(
        "CONTENT_TOO_LARGE",
        `The archive has ${length} bytes; at most ${maxArchiveBytes} are allowed.`,
      );
  }
  const contents = read.parts.map(({ path, bytes }) => ({ path, bytes }));
  const named =
    rootDirectory !== undefined && checkPackagePath(rootDirectory) === null && !rootDirectory.includes("/");
  return { ok: true, package: assemblePackage(contents, named ? rootDirectory : undefined) };
}

function readParts(body: unknown): Parts {
  if (!isRecord(body)) return refuse("REQUEST_INVALID", "The body must be a JSON object.");
  const skillMd = body["skill_md"];
  if (typeof skillMd !== "string" || skillMd.trim() === "") {
    return refuse("SKILL_MD_MISSING", "skill_md (string) is required in JSON upload payload.");
  }
  const files = body["files"] ?? {};
  const binaries = body["base64_files"] ?? {};
  if (!isRecord(files)) return refuse("REQUEST_INVALID", "files must be an object of path to text.");
  if (!isRecord(binaries))
    return refuse("REQUEST_INVALID", "base64_files must be an object of path to base64.");
  const requirements = body["requirements"] ?? "";
  if (typeof requirements !== "string") return refuse("REQUEST_INVALID", "requirements must be a text.");

  const count = Object.keys(files).length + Object.keys(binaries).length;
  if (count > JSON_UPLOAD_LIMITS.maxFiles) {
    return refuse(
      "CONTENT_TOO_MANY_FILES",
      `The upload has ${count} files; at most ${JSON_UPLOAD_LIMITS.maxFiles} are allowed.`,
    );
  }
  if (totalBytes([skillMd, requirements], files, binaries) > JSON_UPLOAD_LIMITS.maxDecodedBytes) {
    return refuse(
      "CONTENT_TOO_LARGE",
      `The upload decodes to more than the ${JSON_UPLOAD_LIMITS.maxDecodedBytes} bytes allowed.`,
    );
  }
  return collectParts({ skillMd, requirements, files, binaries });
}

function collectParts(body: {
  skillMd: string;
  requirements: string;
  files: Record<string, unknown>;
  binaries: Record<string, unknown>;
}): Parts {
  const texts: [Part["member"], string, unknown][] = [["skill_md", "SKILL.md", body.skillMd]];
  if (body.requirements !== "") texts.push(["requirements", "requirements.txt", body.requirements]);
  for (const [path, text] of Object.entries(body.files)) texts.push(["files", path, text]);
  const parts: Part[] = [];
  for (const [member, rawPath, text] of texts) {
    const path = rawPath.normalize("NFC");
    const issue = checkPackagePath(path) ?? findTextFault(member, path, text);
    if (issue !== null) return { ok: false, issue };
    parts.push({ member, path, bytes: Uint8Array.from(Buffer.from(String(text))) });
  }
  const binaries = collectBinaries(body.binaries);
  return binaries.ok ? { ok: true, parts: [...parts, ...binaries.parts] } : binaries;
}

function collectBinaries(binaries: Record<string, unknown>): Parts {
  const parts: Part[] = [];
  for (const [rawPath, text] of Object.entries(binaries)) {
    const path = rawPath.normalize("NFC");
    const issue = checkPackagePath(path);
    if (issue !== null) return { ok: false, issue };
    const bytes = typeof text === "string" ? decodeBase64(text) : null;
    if (bytes === null) {
      return refuse(
        "BASE64_DECODE_FAILED",
        `base64_files["${path}"] is not base64 in the standard alphabet.`,
        path,
      );
    }
    parts.push({ member: "base64_files", path, bytes });
  }
  return { ok: true, parts };
}

function findTextFault(member: string, path: string, text: unknown): PackageIssue | null {
  const where = member === "files" ? `files["${path}"]` : member;
  if (typeof text !== "string") return { code: "REQUEST_INVALID", message: `${where} must be a text.`, path };
  const fault = LONE_SURROGATE.test(text)
    ? "is not valid Unicode"
    : text.includes("\0")
      ? "holds a NUL character"
      : null;
  if (fault === null) return null;
  return { code: "REQUEST_INVALID", message: `${where} ${fault}; use base64_files for bytes.`, path };
}

/** One file for each path; members of their own and map entries may repeat a file only with the same bytes. */
function mergeParts(
  parts: readonly Part[],
):
  | { readonly ok: true; readonly files: readonly PackageFile[] }
  | { readonly ok: false; readonly issue: PackageIssue } {
  const byPath = new Map<string, Part>();
  for (const part of parts) {
    const known = byPath.get(part.path);
    const shown = describeText(part.path);
    if (known === undefined) {
      byPath.set(part.path, part);
    } else if (known.member === "files" || known.member === "base64_files") {
      return refuse(
        "PATH_INVALID",
        `"${shown}" is given twice, in ${known.member} and in ${part.member}.`,
        shown,
      );
    } else if (!Buffer.from(known.bytes).equals(part.bytes)) {
      return refuse("PATH_INVALID", `"${shown}" in ${part.member} differs from ${known.member}.`, shown);
    }
  }
  const collision = findPathCollision([...byPath.keys()]);
  if (collision !== null) return refuse("PATH_INVALID", `The paths collide: ${collision}.`);
  return { ok: true, files: [...byPath.values()].map(({ path, bytes }) => ({ path, bytes })) };
}

/** Decoded bytes of all parts, counted before anything is decoded (exactly the limit is inside). */
function totalBytes(
  texts: readonly string[],
  files: Record<string, unknown>,
  binaries: Record<string, unknown>,
): number {
  let total = 0;
  for (const text of [...texts, ...Object.values(files)]) {
    if (typeof text === "string") total += Buffer.byteLength(text);
  }
  for (const text of Object.values(binaries)) {
    if (typeof text === "string") total += decodedLength(text);
  }
  return total;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(code: PackageIssueCode, message: string, path?: string): { ok: false; issue: PackageIssue } {
  return { ok: false, issue: path === undefined ? { code, message } : { code, message, path } };
}

const OUTSIDE_ALPHABET = /[^A-Za-z0-9+/]/;

/** Bytes that a well-formed base64 text stands for; known without decoding, so large texts are refused first. */
function decodedLength(text: string): number {
  return Math.floor(text.length / 4) * 3 - paddingLength(text);
}

/**
 * Decodes strict base64 (RFC 4648 section 4): the standard alphabet, whole groups of four, `=` only as the
 * right padding at the end, no white space. Null for anything else, where Node would silently skip characters.
 */
function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null;
  const digits = text.slice(0, text.length - paddingLength(text));
  return OUTSIDE_ALPHABET.test(digits) ? null : Uint8Array.from(Buffer.from(digits, "base64"));
}

function paddingLength(text: string): number {
  if (text.endsWith("==")) return 2;
  return text.endsWith("=") ? 1 : 0;
}
