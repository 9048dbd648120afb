import path from "node:path";
import { checkPath, MAX_ROOT_CHARACTERS, type SkillPackage } from "@/lib/package";
import { InputError } from "./command";
import { openSkill, type OpenedSkill } from "./open-skills";
import { EVERYTHING, readForPackage } from "./read-directory";
import { readAtMost } from "./read-input";
import { ARCHIVE_MAX_BYTES, isArchive, packFiles, readPackage } from "./read-package";

/** The directory's own name, which is part of what is checked; none where no archive could have it. */
export const rootNamed = (name: string | undefined): string =>
  name !== undefined && name.length <= MAX_ROOT_CHARACTERS && checkPath(name) === null ? name : "";

/**
 * A skill's directory or archive as a package that an upload would accept, with its digest. Of a directory what tools
 * leave behind (`.git`, `__pycache__`, `node_modules`) is not part of the package; with `everything` it is, as for a
 * check of what could run.
 *
 * @throws InputError saying why it would be refused.
 */
export async function openPackage(
  given: string,
  cwd: string,
  { everything = false }: { everything?: boolean } = {},
): Promise<SkillPackage> {
  const place = path.resolve(cwd, given);
  if (await isArchive(place, given)) return readPackage(await readAtMost(place, ARCHIVE_MAX_BYTES), given);
  const { directory, dir } = await openSkill(given, cwd);
  if (directory === undefined)
    throw new InputError(`${given}: is neither a skill's directory nor an archive`);
  const files = await readForPackage(directory, everything ? EVERYTHING : {});
  return packFiles(files, given, { root: rootNamed(dir) }).package;
}

/** A package as the checks of a command take a skill. */
export function asOpened(label: string, { files, rootDirectory: dir }: SkillPackage): OpenedSkill {
  const contents = new Map(files.map(({ path: file, bytes }) => [file, bytes]));
  return { label, files: contents, ...(dir === undefined ? {} : { dir }) };
}
