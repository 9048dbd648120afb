import { randomBytes } from "node:crypto";
import { chmod, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { InputError } from "./command";
import { unreadable } from "./read-input";

/**
 * Puts new content in the place of a file, all of it or nothing, with the mode of the old one. `expected` is the
 * content the new one was made from; null for a file that is not there yet. Somebody else's change in the meantime
 * is never overwritten.
 *
 * @throws InputError when it was changed, or cannot be written.
 */
export async function replaceFile(file: string, content: string, expected: Uint8Array | null): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    if (expected === null) {
      await writeFile(file, content, { flag: "wx" });
      return;
    }
    const target = await realpath(file); // a link stays a link
    await writeFile(draft, content, { flag: "wx", flush: true });
    await chmod(draft, (await stat(target)).mode);
    if (!(await readFile(target)).equals(expected))
      throw new InputError(`${file}: was changed in the meantime`);
    await rename(draft, target);
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    await rm(draft, { force: true });
  }
}
