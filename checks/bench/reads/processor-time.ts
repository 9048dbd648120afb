import fs from "node:fs";

const TICK_MS = 10; // of /proc/<pid>/stat, on every Linux this runs on
const MEBIBYTE = 1024;

/** Processor time a process has used so far, in milliseconds. */
export function processorMs(pid: number): number {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Memory of a process that is resident now, in mebibytes. */
export function residentMiB(pid: number): number {
  const [, kibibytes = "0"] = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kibibytes) / MEBIBYTE);
}
