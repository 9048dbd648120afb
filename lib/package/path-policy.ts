import { describeText } from "./describe-text";
import type { PackageIssue } from "./types";

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
