// gitattributes(5): a line is a pattern and attributes; of the lines that match a path the last one decides each
// attribute, and a file in a folder nearer to the path comes before one further up.
import { lstat, rm } from "node:fs/promises";
import path from "node:path";
import ignore from "ignore";
import { GIT_ATTRIBUTES } from "@/lib/package";
import { InputError } from "../command";
import { replaceFile } from "../files";
import { readAtMost, unreadable } from "../read-input";
import type { Scope } from "./agents";
import { assertInside } from "./place-skill";

const COMMENT =
  "# By emporion: git changes no byte of what is installed, so that emporion verify finds it as published.";
const MAX_BYTES = 256 * 1024;

/** By which git changes no byte of an installed skill, whatever the settings of whoever clones the project. */
const ruleOf = (name: string): string => `/${name}/** -text -ident -filter`;

/** Attributes by which git changes bytes as files go in or out. */
const CHANGES_BYTES = /^(?:!?text|text=.*|eol=.*|crlf|crlf=.*|ident|filter=.*|working-tree-encoding=.*)$/;

/**
 * The text of a folder's `.gitattributes` (null: there is none) with the rule of a skill; or the line of the user's own by
 * which git may change bytes of it. That line stands: whoever wrote it decides.
 */
export function addRule(
  text: string | null,
  name: string,
  files: readonly string[],
): { text: string } | { contrary: string } {
  const lines = splitLines(text ?? "");
  const contrary = lines.find((line) => isContrary(line, name, files));
  if (contrary !== undefined) return { contrary: contrary.trim() };
  if (lines.some((line) => line.trim() === ruleOf(name))) return { text: text ?? "" };
  const end = text?.includes("\r\n") === true ? "\r\n" : "\n";
  const before = text === null || text === "" || text.endsWith("\n") ? (text ?? "") : text + end;
  const comment = lines.some((line) => line.trim() === COMMENT) ? "" : COMMENT + end;
  return { text: before + comment + ruleOf(name) + end };
}

/** The same text without the rule of a skill, and without our comment where no rule of ours is left; null for an empty one. */
export function withoutRule(text: string, name: string): string | null {
  const lines = text.split(/(?<=\n)/);
  const left = lines.filter((line) => line.trim() !== ruleOf(name));
  if (left.length === lines.length) return text;
  const hasRules = left.some((line) => RULE.test(line.trim()));
  const rest = hasRules ? left : left.filter((line) => line.trim() !== COMMENT);
  return rest.every((line) => line.trim() === "") ? null : rest.join("");
}

const RULE = /^\/[a-z0-9-]+\/\*\* -text -ident -filter$/;

const splitLines = (text: string) => text.split(/\r?\n/);

function isContrary(line: string, name: string, files: readonly string[]): boolean {
  const [, quoted, plain = "", rest = ""] =
    /^\s*(?:("(?:[^"\\]|\\.)*")|([^\s#]\S*))\s+(.*)$/.exec(line) ?? [];
  if (!rest.split(/\s+/).some((attribute) => CHANGES_BYTES.test(attribute))) return false;
  // What is quoted, or defines a name for several attributes, is not taken apart: it may be about anything.
  if (quoted !== undefined || plain.startsWith("[attr]")) return true;
  const pattern = ignore().add(plain);
  return files.some((file) => pattern.ignores(`${name}/${file}`));
}

/** Where a skill is installed. */
interface Place {
  /** The project. */
  cwd: string;
  folder: string;
  name: string;
}

/**
 * Keeps git from changing bytes of an installed skill, by a line in the `.gitattributes` of the folder it is in. Says what
 * it wrote, or what to write where it did not, a line each; nothing where the line is there. A project may be put under
 * version control later, so it is written there in any case; in a user's home only where that is a repository now.
 *
 * @throws InputError when the folder leads out of the project.
 */
export async function keepBytes(
  place: Place,
  files: readonly string[],
  scope: Scope = "project",
): Promise<string[]> {
  const { folder, name } = place;
  if (scope === "user" && (await lstat(path.join(place.cwd, ".git")).catch(() => null)) === null) return [];
  const label = `${folder}/${GIT_ATTRIBUTES.path}`;
  const advice = `add the line ${ruleOf(name)} to it, so that git changes no byte of ${name}`;
  await assertInside(place.cwd, folder);
  try {
    const source = await readAttributes(place);
    const before = source?.toString() ?? null;
    const after = addRule(before, name, files);
    if ("contrary" in after) return [`${label}: says "${after.contrary.slice(0, 200)}"; ${advice}`];
    if (after.text === before) return [];
    await replaceFile(fileOf(place), after.text, source);
    return [`${label}: git changes no byte of ${name}`];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return [`${label}: was not written (${error.message}); ${advice}`];
  }
}

/** Takes the line of a skill away again; what cannot be taken away is named in a line. @throws InputError */
export async function releaseBytes(place: Place): Promise<string[]> {
  const { cwd, folder, name } = place;
  const label = `${folder}/${GIT_ATTRIBUTES.path}`;
  await assertInside(cwd, folder);
  try {
    const source = await readAttributes(place);
    if (source === null) return [];
    const after = withoutRule(source.toString(), name);
    if (after === null) await rm(fileOf(place));
    else if (after !== source.toString()) await replaceFile(fileOf(place), after, source);
    return [];
  } catch (error) {
    return [`${label}: ${unreadable(label, error).message}; its line ${ruleOf(name)} may stay`];
  }
}

const fileOf = ({ cwd, folder }: Place): string => path.join(cwd, folder, GIT_ATTRIBUTES.path);

/** Null where there is none. @throws InputError for what is no file, cannot be read, or is too large */
async function readAttributes(place: Place): Promise<Buffer | null> {
  const file = fileOf(place);
  const there = await lstat(file).catch(() => null);
  if (there === null) return null;
  if (!there.isFile()) throw new InputError("is no file");
  const bytes = await readAtMost(file, MAX_BYTES);
  if (bytes.length > MAX_BYTES) throw new InputError("is too large");
  return bytes;
}
