import { readFileSync } from "node:fs";

/**
 * Milliseconds of processor time that the calling thread has had, or its whole process where the kernel does not tell
 * of threads. The difference over some work is what the work costs, whatever else the machine has to do; of nothing
 * that waits.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return ofThread() ?? (user + system) / 1_000;
}

function ofThread(): number | null {
  try {
    const [nanoseconds] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    return null;
  }
}
