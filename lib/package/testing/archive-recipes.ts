import type { PackageIssueCode } from "../types";
import { buildZip, type EntryRecipe } from "./zip-builder";

/** A SKILL.md as an entry. */
export const SKILL: EntryRecipe = { name: "SKILL.md", data: "---\nname: a\ndescription: b\n---\n" };
/** A script as an entry. */
export const MAIN: EntryRecipe = { name: "main.py", data: "print(1)\n" };

/** An archive of SKILL.md and one more entry. */
export function withEntry(entry: EntryRecipe): Uint8Array {
  return buildZip([SKILL, entry]);
}

/** What is odd about an archive, the archive, and the code it is refused with. */
export type HostileArchive = readonly [name: string, archive: () => Uint8Array, code: PackageIssueCode];
