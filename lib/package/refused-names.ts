import { describeText } from "./describe-text";
import { HARMLESS, READ_ON_SIGHT } from "./path-names";
import { checkPath } from "./path-policy";
import type { PackageIssue } from "./types";

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
