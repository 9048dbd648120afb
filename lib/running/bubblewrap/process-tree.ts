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
 * Memory these processes hold together: resident pages, and what their sockets could hold, which is kernel memory no
 * limit counts. Pages shared after a fork count once for each, which errs on the side of the machine.
 */
export function sumMemoryBytes(pids: readonly number[]): { rssBytes: number; kernelBytes: number } {
  const sum = (measure: (pid: number) => number) => pids.reduce((total, pid) => total + measure(pid), 0);
  return { rssBytes: sum(rssBytesOf), kernelBytes: sum(bufferBytesOf) };
}

function rssBytesOf(pid: number): number {
  return attempt(0, () => {
    // In kilobytes, where statm counts in pages of a size node cannot tell.
    const [, kibibytes = "0"] =
      /^VmRSS:\s+(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kibibytes) * 1024;
  });
}

function bufferBytesOf(pid: number): number {
  const open = attempt(0, () => fs.readdirSync(`/proc/${pid}/fd`).length);
  return Math.max(0, open - USUAL_DESCRIPTORS) * SOCKET_BUFFER_BYTES;
}

/** Inodes used on the tmpfs at `place` as seen by a process inside; inodes are kernel memory no size limit counts. */
export function countInodes(pid: number, place: string): number {
  return attempt(0, () => {
    const { type, files, ffree } = fs.statfsSync(`/proc/${pid}/root${place}`);
    return type === TMPFS_MAGIC ? files - ffree : 0;
  });
}

// A process may vanish between two reads; that is an answer, not a failure.
function attempt<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
