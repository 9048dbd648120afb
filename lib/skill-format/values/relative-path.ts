import { PATH_MAX_CHARACTERS } from "../constants";

/**
 * A path of the front matter as a path inside the package, or null when it is not safe: absolute, with a drive
 * letter, a backslash, a `..` part or a control character (Exo §2). `./a` is `a`.
 */
export function toPackagePath(written: string): string | null {
  if (written === "" || written.length > PATH_MAX_CHARACTERS) return null;
  if (/[\\\p{Cc}]/u.test(written) || written.startsWith("/") || /^[A-Za-z]:/.test(written)) return null;
  if (written.startsWith("~")) return null;
  const parts = written.split("/").filter((part) => part !== "." && part !== "");
  if (parts.length === 0 || parts.includes("..") || written.endsWith("/")) return null;
  return parts.join("/");
}
