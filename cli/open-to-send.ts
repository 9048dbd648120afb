import path from "node:path";
import type { SkillPackage } from "@/lib/package";
import { InputError, type CommandContext } from "./command";
import { rootNamed } from "./open-package";
import { openSkill } from "./open-skills";
import { printLine } from "./print-line";
import { readToSend } from "./read-directory";
import { readAtMost } from "./read-input";
import { ARCHIVE_MAX_BYTES, isArchive, packFiles, readPackage } from "./read-package";
import { isSecretFile } from "./send-rules";

/**
 * A skill's directory or archive as the package that is sent to a market, and what of the directory stays here. An
 * archive cannot leave anything out: one with secrets in it is refused.
 *
 * @throws InputError saying why it would be refused.
 */
export async function openToSend(
  given: string,
  cwd: string,
): Promise<{ skill: SkillPackage; leftOut: string[] }> {
  const place = path.resolve(cwd, given);
  if (await isArchive(place, given)) {
    const skill = readPackage(await readAtMost(place, ARCHIVE_MAX_BYTES), given);
    const secret = skill.files.find((file) => file.path.split("/").some(isSecretFile));
    if (secret)
      throw new InputError(
        `${given}: holds ${secret.path}, which is never published; pack it without this file`,
      );
    return { skill, leftOut: [] };
  }
  const { directory, dir } = await openSkill(given, cwd);
  if (directory === undefined)
    throw new InputError(`${given}: is neither a skill's directory nor an archive`);
  const { files, leftOut } = await readToSend(directory);
  return { skill: packFiles(files, given, { root: rootNamed(dir) }).package, leftOut };
}

/** What a package holds, a line each with its size, and what was left out of it. */
export function printSent(
  { files }: SkillPackage,
  leftOut: readonly string[],
  { stderr }: Pick<CommandContext, "stderr">,
): void {
  for (const { path: name, bytes } of files) printLine(stderr, `holds     ${name} (${bytes.length} bytes)`);
  for (const name of leftOut) printLine(stderr, `left out  ${name}`);
}
