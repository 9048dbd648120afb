import path from "node:path";
import type { SkillPackage } from "@/lib/package";
import { InputError } from "./command";
import { openSkill } from "./open-skills";
import { EVERYTHING, readForPackage } from "./read-directory";
import { readAtMost } from "./read-input";
import { ARCHIVE_MAX_BYTES, isArchive, packFiles, readPackage } from "./read-package";

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
  const { directory } = await openSkill(given, cwd);
  if (directory === undefined)
    throw new InputError(`${given}: is neither a skill's directory nor an archive`);
  return packFiles(await readForPackage(directory, everything ? EVERYTHING : {}), given).package;
}
