import { describeText } from "./describe-text";
import type { PackageIssue } from "./types";
import { HARMLESS, READ_ON_SIGHT } from "./path-names";
import { SKILL_ARCHIVE_LIMITS } from "./limits";
import { findSkillFile } from "./package-root";

/** USK v1.0 AG1: "longer than 200 characters" is refused; counted in code points. */
export const MAX_PATH_CHARACTERS = 200;
/** No common file system stores a longer name, so such a package could not be unpacked. */
const MAX_NAME_BYTES = 255;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const REFUSED_BY_WINDOWS = /[<>:"|?*]/;
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const ENDS_IN_DOT_OR_SPACE = /[.\p{Zs}]$/u;

/** Whether Windows takes a name, in any case and with any extension, for a device: no file or folder can be called so. */
export const isWindowsDevice = (name: string): boolean => WINDOWS_DEVICE.test(name);

/**
 * The first reason why a path may not stand in a package, or null.
 *
 * A path is relative, with forward slashes, in Unicode form NFC, at most 200 characters, and names the same
 * file on every system it may be unpacked on (USK AG1: `..` is refused as a part, not inside a name).
 * `maxCharacters` is raised only for names that still carry the archive's root directory.
 */
export function checkPath(path: string, maxCharacters: number = MAX_PATH_CHARACTERS): PackageIssue | null {
  const reason = findWholePathFault(path, maxCharacters) ?? findPartFault(path);
  if (reason === null) return null;
  const shown = describeText(path);
  return { code: "PATH_INVALID", message: `The path "${shown}" is not allowed: ${reason}.`, path: shown };
}

function findWholePathFault(path: string, maxCharacters: number): string | null {
  if (path === "") return "it is empty";
  if (path.length > maxCharacters * 2 || Array.from(path).length > maxCharacters) {
    return `it has more than ${maxCharacters} characters`;
  }
  if (INVISIBLE.test(path)) return "it has a control, zero-width, bidirectional or other invisible character";
  if (path.includes("\\")) return "it has a backslash; separate parts with /";
  if (path.startsWith("/")) return "it is absolute; paths are relative to the package";
  if (/^[a-z]:/i.test(path)) return "it begins with a drive letter";
  if (REFUSED_BY_WINDOWS.test(path)) return 'it has one of < > : " | ? *, which Windows refuses';
  if (path !== path.normalize("NFC")) return "it is not in Unicode form NFC";
  return null;
}

function findPartFault(path: string): string | null {
  // Systems that fold compatibility forms would read a full-width dot or slash as a real one.
  const folded = path.normalize("NFKC");
  const parts = path.split("/");
  const foldedParts = folded.split(/[/\\]/);
  if (foldedParts.length !== parts.length) return "it has a look-alike of a slash";
  for (const [position, part] of parts.entries()) {
    if (part === "") return "it has an empty part (a doubled or trailing slash)";
    if (part === "." || part === ".." || foldedParts[position] === "..") return `it has a "${part}" part`;
    if (ENDS_IN_DOT_OR_SPACE.test(part)) return "a part ends in a dot or a space";
    if (isWindowsDevice(part)) return `"${part}" is a reserved device name on Windows`;
    if (Buffer.byteLength(part) > MAX_NAME_BYTES) return `a part has more than ${MAX_NAME_BYTES} bytes`;
  }
  return null;
}

const BY_DOT = "begins with a dot, as what tools obey on sight does, and is none of the harmless names";
const SHORT_NAME = "is how Windows shortens a longer name, which it stands for there";

/** The short form of a name on Windows: at most eight letters that end in a tilde and a number, and three more. */
const SHORTENED = /^[^.]{0,7}~\d{1,7}(?:\.[^.]{0,3})?$/;
const IGNORED = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A part of a path that no package holds, safe to show, and what is wrong with it: "makes git take …". */
export interface NameIssue {
  readonly part: string;
  readonly reason: string;
}

/**
 * The first part of a path that no package holds, by its names alone, or null. A name is compared as the file systems of
 * Windows and macOS compare it: without regard to case, form, invisible characters, dots and blanks at its end, streams,
 * and in its short form. A harmless name is one only as it is written.
 */
export function findNameIssue(path: string): NameIssue | null {
  const written = path.split("/");
  const folded = foldName(path);
  for (const [position, part] of folded.entries()) {
    const isLast = position === folded.length - 1;
    const reason = findPartReason(part, { isLast, above: folded[position - 1] ?? "" });
    if (reason === null || (isLast && part === written.at(-1) && isHarmless(part))) continue;
    const shown = folded.length === written.length ? (written[position] ?? part) : part;
    return { part: describeText(shown), reason };
  }
  return null;
}

/** What `checkPath` says of a path, and whether any package may hold its names. */
export function checkPackagePath(path: string): PackageIssue | null {
  const issue = checkPath(path);
  if (issue !== null) return issue;
  const fault = findNameIssue(path);
  if (fault === null) return null;
  const shown = describeText(path);
  const message = `The path "${shown}" is not allowed: "${fault.part}" ${fault.reason}. Leave it out.`;
  return { code: "PATH_INVALID", message, path: shown };
}

function foldName(path: string): string[] {
  const folded = path.normalize("NFKC").replaceAll(IGNORED, "").toUpperCase().toLowerCase().normalize("NFKC");
  return folded.split(/[/\\]/).map((part) => part.replace(/:.*$/s, "").replace(/[.\s]+$/, "") || part);
}

function findPartReason(part: string, { isLast, above }: { isLast: boolean; above: string }): string | null {
  if (part.startsWith(".")) return BY_DOT;
  if (SHORTENED.test(part)) return SHORT_NAME;
  return isLast ? (readFiles(part) ?? readFiles(`${above}/${part}`)) : readFolders(part);
}

const isHarmless = matcher(HARMLESS.map(([name]) => [name, name] as const));
const rows = READ_ON_SIGHT.flatMap(([reason, ...names]) => names.map((name) => [name, reason] as const));
const readFolders = matcher(
  rows.flatMap(([name, reason]) => (name.endsWith("/") ? [[name.slice(0, -1), reason] as const] : [])),
);
const readFiles = matcher(rows.filter(([name]) => !name.endsWith("/")));

/** Finds what is said of a name: by the whole name, and after that by the names with an asterisk in their order. */
function matcher(rows: readonly (readonly [name: string, said: string])[]): (name: string) => string | null {
  const whole = new Map(rows.filter(([name]) => !name.includes("*")));
  const forms = rows
    .filter(([name]) => name.includes("*"))
    .map(([name, said]) => [formOf(name), said] as const);
  return (name) => whole.get(name) ?? forms.find(([form]) => form.test(name))?.[1] ?? null;
}

function formOf(name: string): RegExp {
  return new RegExp(`^${name.replaceAll(/[.+]/g, String.raw`\$&`).replaceAll("*", "[^/]+")}$`, "s");
}

/**
 * The name two paths share when a case-insensitive or normalising file system would make one file of them.
 * Upper case first, so that `ß` and `ss` meet as they do there.
 */
function foldedName(path: string): string {
  return path.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}

/**
 * The first pair of paths that cannot stand in one package, as a sentence, or null: the same path twice, paths
 * that differ in case or Unicode form only, a file where another path needs a directory, or one directory in
 * two spellings.
 */
export function findPathCollision(paths: readonly string[]): string | null {
  const files = new Map<string, string>();
  const directories = new Map<string, string>();
  for (const path of paths) {
    const known = files.get(foldedName(path));
    if (known === path) return `"${describeText(path)}" is there twice`;
    if (known !== undefined) {
      return `"${describeText(known)}" and "${describeText(path)}" are one file where case or accents are folded`;
    }
    files.set(foldedName(path), path);
    const spelling = addDirectories(path, directories);
    if (spelling !== null) return spelling;
  }
  for (const [folded, directory] of directories) {
    if (files.has(folded)) return `"${describeText(directory)}" is both a file and a directory`;
  }
  return null;
}

function addDirectories(path: string, directories: Map<string, string>): string | null {
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
    const directory = path.slice(0, slash);
    const known = directories.get(foldedName(directory));
    if (known !== undefined && known !== directory) {
      return `the directory "${describeText(directory)}" is also spelled "${describeText(known)}"`;
    }
    directories.set(foldedName(directory), directory);
  }
  return null;
}

/**
 * The first reason why a folder's files are no package, by their paths and sizes alone; null when there is none. The
 * limits are those of an archive. A plugin holds skills and is none itself.
 */
export function findListingIssue(
  files: readonly { path: string; sizeBytes: number }[],
  kind: "skill" | "plugin" = "skill",
): PackageIssue | null {
  const { maxEntries, maxUnpackedBytes } = SKILL_ARCHIVE_LIMITS;
  if (files.length > maxEntries) {
    const message = `The package has ${files.length} files; at most ${maxEntries} are allowed.`;
    return { code: "CONTENT_TOO_MANY_FILES", message };
  }
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > maxUnpackedBytes) {
    const message = `The package has ${bytes} bytes; at most ${maxUnpackedBytes} are allowed.`;
    return { code: "CONTENT_TOO_LARGE", message };
  }
  const paths = files.map(({ path }) => path);
  for (const path of paths) {
    const issue = checkPath(path);
    if (issue !== null) return issue;
  }
  const collision = findPathCollision(paths);
  if (collision !== null) return { code: "PATH_INVALID", message: `The paths collide: ${collision}.` };
  if (kind === "plugin" || findSkillFile(files) !== undefined) return null;
  return { code: "SKILL_MD_MISSING", message: "There is no SKILL.md at the top of the folder." };
}

/** Whether bytes are a ZIP archive, whatever their file is called: they begin with an entry, or with the end of none. */
export function isZip(bytes: Uint8Array): boolean {
  const [p, k, third, fourth] = bytes;
  if (p !== 0x50 || k !== 0x4b) return false;
  return (third === 3 && fourth === 4) || (third === 5 && fourth === 6);
}
