import { lstatSync } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import path from "node:path";
import { proposeRoot } from "@/lib/package";
import proposals from "@/lib/platform/i18n/messages/en/proposals.json" with { type: "json" };
import validate from "@/lib/platform/i18n/messages/en/validate.json" with { type: "json" };
import { isCheckedFile } from "@/lib/skill-format";
import { proposeChanges, type ChangedPackage } from "@/lib/vetting/propose-changes";
import { agrees, type Person } from "./ask-person";
import { InputError, type CommandContext, type Output } from "./command";
import { replaceFile } from "./files";
import { printLine } from "./print";
import { readForChecks } from "./read-directory";

/** Every step and obstacle in English, as the page says them. */
const STEPS: Readonly<Record<string, string>> = { ...validate.fixKind, ...proposals.steps };
const OBSTACLES: Readonly<Record<string, string>> = proposals.obstacles;

interface FixSettings {
  /** Who is asked; null where nobody is. */
  person: Person | null;
  /** Said before: nobody is asked. */
  yes: boolean;
  dryRun: boolean;
}

/** What came of it: the directory that is published now, and whether changes are proposed that nobody has used. */
export interface Fixed {
  directory: string;
  isOpen: boolean;
}

/**
 * Prints what would make a refused skill of a directory an accepted one, and changes its files if somebody says so. A
 * folder below that holds the skill is published in its place; nothing is moved. @throws InputError
 */
export async function fixSkill(
  given: string,
  { person, yes, dryRun }: FixSettings,
  { cwd, stdout, stderr }: CommandContext,
): Promise<Fixed> {
  const { directory, file } = findMeant(given, cwd);
  const place = path.resolve(cwd, directory);
  const files = readForChecks(place, (each) => isCheckedFile(each) || each === file);
  const changed = proposeChanges({ files, dir: path.basename(place) });
  if (changed === null) return { directory, isOpen: false };
  const label = path.join(directory, file);
  const isWhole = printProposal(label, changed, stdout);
  if (!isWhole) return { directory, isOpen: dryRun }; // what refuses it is told as ever
  if (dryRun) {
    printLine(stderr, `${label}: nothing was changed (--dry-run)`);
    return { directory, isOpen: true };
  }
  if (!yes && person === null) {
    printLine(stderr, `${label}: nothing was changed; --yes uses these proposals`);
    return { directory, isOpen: true };
  }
  if (!yes && person !== null && !(await agrees(person, `Change ${label} so?`))) {
    printLine(stderr, `${label}: nothing was changed`);
    return { directory, isOpen: true };
  }
  await write(place, file, changed);
  printLine(stderr, `${path.join(directory, "SKILL.md")}: changed`);
  return { directory, isOpen: false };
}

/** The directory of the skill, and its file as it is called. @throws InputError */
function findMeant(given: string, cwd: string): { directory: string; file: string } {
  const place = path.resolve(cwd, given);
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found === undefined) throw new InputError(`${given}: is not there`);
  if (!found.isDirectory()) {
    if (/^skills?\.(?:md|markdown)/i.test(path.basename(place)))
      return { directory: path.dirname(given), file: path.basename(place) };
    throw new InputError(`${given}: --fix changes files of a directory; unpack the archive first`);
  }
  const paths = [...readForChecks(place, () => false).keys()];
  if (paths.includes("SKILL.md")) return { directory: given, file: "SKILL.md" };
  const root = proposeRoot(paths);
  if (!root.ok) throw new InputError(`${given}: ${OBSTACLES[root.obstacle] ?? root.obstacle}`);
  return { directory: path.join(given, root.folder), file: path.basename(root.file) };
}

/** Prints the steps and the difference, or what is left to the author; true where it makes the skill an accepted one. */
function printProposal(label: string, { proposal }: ChangedPackage, output: Output): boolean {
  const { steps, moves, edits, obstacles, status } = proposal;
  const isWhole = status !== "rejected" && steps.length > 0;
  printLine(output, `${label}: ${isWhole ? "would be accepted so" : "no change makes it acceptable"}`);
  for (const step of steps) printLine(output, `  ${STEPS[step] ?? step}`);
  for (const { from, to } of moves) printLine(output, `  ${from} -> ${to ?? "left out"}`);
  for (const { line, removed, added } of edits) {
    printLine(output, `@@ ${label}:${line} @@`);
    for (const text of removed) printLine(output, `-${text}`);
    for (const text of added) printLine(output, `+${text}`);
  }
  for (const obstacle of obstacles) printLine(output, `  ${OBSTACLES[obstacle] ?? obstacle}`);
  return isWhole;
}

async function write(place: string, file: string, { files }: ChangedPackage): Promise<void> {
  const before = path.join(place, file);
  if (!lstatSync(before).isFile()) throw new InputError(`${before}: is a link; change what it leads to`);
  const text = files.get("SKILL.md");
  if (typeof text === "string") await replaceFile(before, text, await readFile(before));
  if (file !== "SKILL.md") await rename(before, path.join(place, "SKILL.md"));
}
