import fs from "node:fs";
import path from "node:path";

/** The system's number of the thread that calls, by which others can measure it; null where the system tells none. */
export function ownThread(): number | null {
  try {
    return Number(path.basename(fs.readlinkSync("/proc/thread-self")));
  } catch {
    return null; // Not a Linux.
  }
}

/**
 * Milliseconds of processor time that a thread of this process has used so far; where the system does not tell them, or
 * of no thread in particular, those of the whole process.
 */
export function processorMs(thread: number | null): number {
  try {
    if (thread !== null) return nanosecondsOf(thread) / 1e6;
  } catch {
    // It has ended, or the kernel counts no thread alone.
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** See `schedstat` in https://docs.kernel.org/scheduler/sched-stats.html: the first number is time on a processor. */
function nanosecondsOf(thread: number): number {
  return Number(fs.readFileSync(`/proc/self/task/${thread}/schedstat`, "utf8").split(" ", 1)[0]);
}
