import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import type { PackageIssue } from "@/lib/package";
import { isScript } from "@/lib/running/needs/read-needs";
import { findSkills, isCheckedFile, joinPath, type SkillFiles } from "@/lib/skill-format";
import { EXIT, InputError, type CommandContext } from "./command";
import { diskTree } from "./disk-tree";
import { printLine } from "./print";
import { findDirectoryIssue, readForChecks, readForPackage } from "./read-directory";
import { ARCHIVE_MAX_BYTES, findPackingIssue, isArchive, readPackage } from "./read-package";
import { readAtMost, unreadable } from "./read-input";

/** A skill as a command sees it. */
export interface OpenedSkill {
  /** The path given, or the one found below it. */
  label: string;
  files: SkillFiles;
  /** Name of the skill's directory or of the archive's root; absent where it has none. */
  dir?: string;
  /** Where it lies on disk; absent for an archive and for a file on its own. */
  directory?: string;
  /** Why its directory is no package that an upload would take, whatever its SKILL.md says. */
  fault?: PackageIssue;
}

export type Opening = { ok: true; skill: OpenedSkill } | { ok: false; label: string; reason: string };

/**
 * The skills behind paths: a skill's directory, its SKILL.md, a `.skill` archive, any other file as a SKILL.md on its
 * own, and a directory without SKILL.md as a tree of skills. What cannot be opened keeps no other from being opened.
 */
export async function* openSkills(paths: readonly string[], cwd: string): AsyncGenerator<Opening> {
  for (const given of paths) {
    const labels = await listLabels(given, cwd).catch(refusal(given));
    if ("ok" in labels) yield labels;
    else for await (const label of labels) yield await openLabel(label, cwd).catch(refusal(label));
  }
}

/** Does `use` with each skill behind paths, says on stderr what cannot be opened, and gives the highest exit code. */
export async function forEachSkill(
  paths: readonly string[],
  { cwd, stderr }: Pick<CommandContext, "cwd" | "stderr">,
  use: (skill: OpenedSkill) => Promise<number> | number,
): Promise<number> {
  let code: number = EXIT.ok;
  for await (const opening of openSkills(paths, cwd)) {
    if (opening.ok) {
      code = Math.max(code, await use(opening.skill));
    } else {
      printLine(stderr, `${opening.label}: ${opening.reason}`);
      code = EXIT.input;
    }
  }
  return code;
}

/**
 * The one skill behind a path.
 *
 * @throws InputError when there is none, or several.
 */
export async function openSkill(given: string, cwd: string): Promise<OpenedSkill> {
  const found: Opening[] = [];
  for await (const opening of openSkills([given], cwd)) {
    found.push(opening);
    if (found.length > 1) throw new InputError(`${given}: holds more than one skill`);
  }
  const [only] = found;
  if (only?.ok === true) return only.skill;
  throw new InputError(only === undefined ? `${given}: holds no skill` : `${only.label}: ${only.reason}`);
}

/** The skills a path stands for, by the paths they are called. */
async function listLabels(given: string, cwd: string): Promise<AsyncIterable<string> | Iterable<string>> {
  const place = path.resolve(cwd, given);
  const kind = await stat(place).catch((error: unknown) => {
    throw unreadable(given, error);
  });
  return kind.isDirectory() ? listSkills(given, cwd) : [given];
}

async function* listSkills(given: string, cwd: string): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const { directory } of findSkills([given], diskTree(cwd))) {
    isEmpty = false;
    yield directory;
  }
  if (isEmpty) yield given; // to be told that there is no SKILL.md
}

async function openLabel(label: string, cwd: string): Promise<Opening> {
  const place = path.resolve(cwd, label);
  const name = path.basename(place);
  const isDirectory = statSync(place).isDirectory();
  if (isDirectory || name === "SKILL.md" || name === "skill.md") {
    return openDirectory(label, isDirectory ? place : path.dirname(place));
  }
  if (await isArchive(place, label)) {
    const { files, rootDirectory } = readPackage(await readAtMost(place, ARCHIVE_MAX_BYTES), label);
    const contents = new Map(files.map(({ path: file, bytes }) => [file, bytes]));
    return { ok: true, skill: { label, files: contents, ...(rootDirectory ? { dir: rootDirectory } : {}) } };
  }
  return {
    ok: true,
    skill: { label, files: new Map([["SKILL.md", await readAtMost(place, ARCHIVE_MAX_BYTES)]]) },
  };
}

async function openDirectory(label: string, directory: string): Promise<Opening> {
  const files = readForChecks(directory, (file) => isCheckedFile(file) || isScript(file));
  const fault = await findPackageFault(label, directory);
  const skill = { label, files, dir: path.basename(directory), directory };
  return { ok: true, skill: fault === null ? skill : { ...skill, fault } };
}

async function findPackageFault(label: string, directory: string): Promise<PackageIssue | null> {
  const { fault, sizeBytes } = findDirectoryIssue(directory);
  if (fault !== null || sizeBytes <= ARCHIVE_MAX_BYTES) return fault;
  // Whether so much is small enough as an archive, only packing it tells.
  return findPackingIssue((await readForPackage(directory)).files, label);
}

const refusal =
  (label: string) =>
  (error: unknown): Extract<Opening, { ok: false }> => {
    const { message } = unreadable(label, error);
    return { ok: false, label, reason: message.replace(`${label}: `, "") };
  };

/** That a skill has the name of an earlier one: whoever is told the names gets one of the two. */
export const describeSameName = (name: string, first: string): string => `${first} is called ${name} too`;

/** The path of a skill's own SKILL.md, as it is called. */
export function skillFileOf({ label, files }: OpenedSkill): string {
  if (/(?:^|[/\\])skill\.md$/i.test(label)) return label;
  return joinPath(label, files.has("SKILL.md") ? "SKILL.md" : "skill.md");
}
