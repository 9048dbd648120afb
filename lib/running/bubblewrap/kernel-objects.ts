import fs from "node:fs";

const CHUNK_BYTES = 64 * 1024;
/** What is read of one list at most: an attacker decides how long it is. */
const MAX_BYTES = 2 * 1024 * 1024;
/** `12: POSIX  ADVISORY  WRITE 4711 fe:00:1234 0 EOF`, with `->` before the kind of one that waits. */
const LOCK = /^\d+:(?: ->)? POSIX +\S+ +\S+ +(\d+) /;

/**
 * How many mappings the processes of these places (`placeOf`) have together, counted up to `most` and not much further:
 * each is kernel memory, and may have a name that is more of it.
 */
export function countMappings(places: readonly string[], most: number): number {
  let count = 0;
  for (const place of places) {
    if (count > most) break;
    readLines(`${place}/maps`, () => ++count <= most);
  }
  return count;
}

/**
 * How many ranges of files these processes have locked together, counted up to `most`; locks stand in no other account.
 */
export function countLocks(pids: readonly number[], most: number): number {
  const own = new Set(pids.map(String));
  let count = 0;
  readLines("/proc/locks", (line) => {
    if (own.has(LOCK.exec(line)?.[1] ?? "")) count++;
    return count <= most;
  });
  return count;
}

/** Gives each line to `take` until it has had enough. A list that cannot be read, or any more, ends there. */
function readLines(file: string, take: (line: string) => boolean): void {
  let fd: number | undefined;
  try {
    fd = fs.openSync(file, "r");
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let rest = "";
    for (let total = 0; total < MAX_BYTES;) {
      const length = fs.readSync(fd, chunk);
      if (length === 0) return;
      total += length;
      const lines = (rest + chunk.toString("latin1", 0, length)).split("\n");
      rest = lines.pop() ?? "";
      if (!lines.every(take)) return;
    }
  } catch {
    // The process has ended, or the list is not ours to read.
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}
