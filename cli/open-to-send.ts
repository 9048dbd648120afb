import path from "node:path";
import type { SkillPackage } from "@/lib/package";
import { InputError, type CommandContext } from "./command";
import { rootNamed } from "./open-package";
import { openSkill } from "./open-skills";
import { printLeftOut, printLine } from "./print";
import { readToSend, type LeftOut } from "./read-directory";
import { readAtMost } from "./read-input";
import { ARCHIVE_MAX_BYTES, isArchive, packFiles, readPackage } from "./read-package";

/**
 * A skill's directory or archive as the package that is sent to a market, and what of the directory stays here. An
 * archive cannot leave anything out: one that holds what no package holds is refused.
 *
 * @throws InputError saying why it would be refused.
 */
export async function openToSend(
  given: string,
  cwd: string,
): Promise<{ skill: SkillPackage; leftOut: LeftOut[] }> {
  const place = path.resolve(cwd, given);
  if (await isArchive(place, given))
    return { skill: readPackage(await readAtMost(place, ARCHIVE_MAX_BYTES), given), leftOut: [] };
  const { directory, dir } = await openSkill(given, cwd);
  if (directory === undefined)
    throw new InputError(`${given}: is neither a skill's directory nor an archive`);
  const { files, leftOut } = await readToSend(directory);
  return { skill: packFiles(files, given, { root: rootNamed(dir) }).package, leftOut };
}

/** What a package holds, a line each with its size, and what was left out of it. */
export function printSent(
  { files }: Pick<SkillPackage, "files">,
  leftOut: readonly LeftOut[],
  { stderr }: Pick<CommandContext, "stderr">,
): void {
  for (const { path: name, bytes } of files) printLine(stderr, `holds     ${name} (${bytes.length} bytes)`);
  printLeftOut(leftOut, { stderr });
}
