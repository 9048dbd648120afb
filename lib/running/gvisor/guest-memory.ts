import fs from "node:fs";

/** gVisor keeps all memory of its guest in one file without a name. */
const MEMORY_FILE = "/memfd:runsc-memory";
const BLOCK_BYTES = 512;

/**
 * What the guest of a sandbox holds: also pages that no process has mapped any more, which stand in no resident set. 0
 * where the file is not found.
 */
export function guestMemoryBytes(pids: readonly number[]): number {
  for (const pid of pids) {
    for (const fd of namesIn(`/proc/${pid}/fd`)) {
      const bytes = sizeOfMemoryFile(`/proc/${pid}/fd/${fd}`);
      if (bytes !== null) return bytes;
    }
  }
  return 0;
}

function namesIn(directory: string): string[] {
  try {
    return fs.readdirSync(directory);
  } catch {
    return []; // the process has ended
  }
}

function sizeOfMemoryFile(link: string): number | null {
  try {
    return fs.readlinkSync(link).startsWith(MEMORY_FILE) ? fs.statSync(link).blocks * BLOCK_BYTES : null;
  } catch {
    return null; // closed meanwhile
  }
}
