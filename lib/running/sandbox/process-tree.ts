import fs from "node:fs";

// Far above what RLIMIT_NPROC allows; a bound on our own work.
const MAX_PROCESSES = 512;
const TMPFS_MAGIC = 0x0102_1994;

/** The process and everything below it. Processes that end meanwhile are left out. */
export function listProcessTree(rootPid: number): number[] {
  const found = [rootPid];
  for (let index = 0; index < found.length && found.length < MAX_PROCESSES; index++) {
    found.push(...childrenOf(found[index] ?? rootPid));
  }
  return found;
}

function childrenOf(pid: number): number[] {
  return attempt([], () =>
    fs
      .readdirSync(`/proc/${pid}/task`)
      .flatMap((task) =>
        attempt([], () => pidsIn(fs.readFileSync(`/proc/${pid}/task/${task}/children`, "utf8"))),
      ),
  );
}

const pidsIn = (text: string) => text.split(" ").filter(Boolean).map(Number);

// An interpreter's own descriptors; what is above may be sockets, each of which can hold a full buffer.
const USUAL_DESCRIPTORS = 24;
const SOCKET_BUFFER_BYTES = 212_992;

/**
 * Where /proc tells of a process: of one whose first thread has ended only another of its threads shows what it
 * still holds.
 */
export function placeOf(pid: number): string {
  const own = `/proc/${pid}`;
  if (showsMemory(own)) return own;
  const threads = attempt([], () => fs.readdirSync(`${own}/task`));
  return threads.map((thread) => `${own}/task/${thread}`).find(showsMemory) ?? own;
}

const statusOf = (place: string) => attempt("", () => fs.readFileSync(`${place}/status`, "utf8"));
const showsMemory = (place: string) => /^VmRSS:/m.test(statusOf(place));

/**
 * Memory the processes of these places hold together: resident pages, and what is in no resident set: what is swapped
 * out, page tables, and what their sockets could hold. Pages shared after a fork count once for each, which errs on the
 * side of the machine.
 */
export function sumMemoryBytes(places: readonly string[]): { rssBytes: number; kernelBytes: number } {
  let [rssBytes, kernelBytes] = [0, 0];
  for (const place of places) {
    const status = statusOf(place);
    rssBytes += bytesIn(status, "VmRSS");
    kernelBytes += bytesIn(status, "VmSwap") + bytesIn(status, "VmPTE") + bufferBytesOf(place);
  }
  return { rssBytes, kernelBytes };
}

/** In kilobytes, where statm counts in pages of a size node cannot tell. */
const bytesIn = (status: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0) * 1024;

function bufferBytesOf(place: string): number {
  const open = attempt(0, () => fs.readdirSync(`${place}/fd`).length);
  return Math.max(0, open - USUAL_DESCRIPTORS) * SOCKET_BUFFER_BYTES;
}

/**
 * Inodes used on the tmpfs at `mount` as seen by processes inside; inodes are kernel memory no size limit counts. Any
 * of them can tell but one that has ended, which keeps its number for as long as nobody waits for it.
 */
export function countInodes(places: readonly string[], mount: string): number {
  for (const place of places.toReversed()) {
    const used = attempt(null, () => {
      const { type, files, ffree } = fs.statfsSync(`${place}/root${mount}`);
      return type === TMPFS_MAGIC ? files - ffree : 0;
    });
    if (used !== null) return used;
  }
  return 0;
}

// A process may vanish between two reads; that is an answer, not a failure.
function attempt<T, Otherwise extends T | null>(otherwise: Otherwise, read: () => T): T | Otherwise {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
