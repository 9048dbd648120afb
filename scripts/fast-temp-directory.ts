// Where files that live for one run are quickest.
import fs from "node:fs";
import os from "node:os";

const IN_MEMORY = "/dev/shm";

/**
 * A directory of this machine for files of a run that need `bytes` at most: in memory where there is room for them.
 * Many containers have 64 MB there, in which a database starts and then fails in the middle.
 */
export function fastTempDirectory(bytes: number): string {
  try {
    const { bavail, bsize } = fs.statfsSync(IN_MEMORY);
    fs.accessSync(IN_MEMORY, fs.constants.W_OK);
    return bavail * bsize >= bytes ? IN_MEMORY : os.tmpdir();
  } catch {
    return os.tmpdir(); // Other systems have no such place.
  }
}
