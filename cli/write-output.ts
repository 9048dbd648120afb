import { writeFile } from "node:fs/promises";
import path from "node:path";
import { InputError } from "./command";
import { unreadable } from "./read-input";

/**
 * Writes what a command made to a new file; with `force` over one that is there.
 *
 * @throws InputError when it cannot be written.
 */
export async function writeOutput(
  file: string,
  bytes: Uint8Array,
  { cwd, force = false }: { cwd: string; force?: boolean | undefined },
): Promise<void> {
  try {
    await writeFile(path.resolve(cwd, file), bytes, { flag: force ? "w" : "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST")
      throw new InputError(`${file}: already exists; --force replaces it`);
    throw unreadable(file, error);
  }
}
