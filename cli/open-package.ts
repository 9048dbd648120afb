import path from "node:path";
import { checkPackagePath, MAX_ROOT_CHARACTERS, readAcceptedArchive, type SkillPackage } from "@/lib/package";
import { InputError, type CommandContext } from "./command";
import { openSkill, type OpenedSkill } from "./open-skills";
import { printLeftOut } from "./print";
import { readEverything, readForPackage } from "./read-directory";
import { readAtMost } from "./read-input";
import { ARCHIVE_MAX_BYTES, isArchive, packFiles, readPackage } from "./read-package";

/** The directory's own name, which is part of what is checked; none where no archive could have it. */
export const rootNamed = (name: string | undefined): string =>
  name !== undefined && name.length <= MAX_ROOT_CHARACTERS && checkPackagePath(`${name}/SKILL.md`) === null
    ? name
    : "";

/**
 * A skill's directory or archive as a package that an upload would accept, with its digest. What no package holds is not
 * part of a directory's, and is named on stderr.
 *
 * @throws InputError saying why it would be refused.
 */
export async function openPackage(
  given: string,
  { cwd, stderr }: Pick<CommandContext, "cwd" | "stderr">,
): Promise<SkillPackage> {
  const archive = await readGivenArchive(given, cwd);
  if (archive !== null) return readPackage(archive, given);
  const { directory, root } = await openDirectory(given, cwd);
  const { files, leftOut } = await readForPackage(directory);
  printLeftOut(leftOut, { stderr });
  return packFiles(files, given, { root }).package;
}

/**
 * The same with every file that is there, whatever it is called, as for a check of what could run.
 *
 * @throws InputError saying why it is no package.
 */
export async function openEverything(given: string, cwd: string): Promise<SkillPackage> {
  const archive = await readGivenArchive(given, cwd);
  if (archive !== null) return readPackage(archive, given, readAcceptedArchive);
  const { directory, root } = await openDirectory(given, cwd);
  return packFiles(await readEverything(directory), given, { root, read: readAcceptedArchive }).package;
}

/** Null for what is no archive. */
async function readGivenArchive(given: string, cwd: string): Promise<Uint8Array | null> {
  const place = path.resolve(cwd, given);
  return (await isArchive(place, given)) ? readAtMost(place, ARCHIVE_MAX_BYTES) : null;
}

async function openDirectory(given: string, cwd: string): Promise<{ directory: string; root: string }> {
  const { directory, dir } = await openSkill(given, cwd);
  if (directory === undefined)
    throw new InputError(`${given}: is neither a skill's directory nor an archive`);
  return { directory, root: rootNamed(dir) };
}

/** A package as the checks of a command take a skill. */
export function asOpened(label: string, { files, rootDirectory: dir }: SkillPackage): OpenedSkill {
  const contents = new Map(files.map(({ path: file, bytes }) => [file, bytes]));
  return { label, files: contents, ...(dir === undefined ? {} : { dir }) };
}
