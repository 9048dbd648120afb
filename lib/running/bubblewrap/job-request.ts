import { DomainError } from "@/lib/kernel/errors";
import type { PackageFile, RunJob } from "../runners/skill-runner";
import { ARGUMENTS_FILE, ENTRY_FILE, INPUT_FILE, PACKAGE_FOLDER, packTar } from "./job-archive";
import { LIMITS, MAX_PACKAGE_BYTES } from "./limits";

const encoder = new TextEncoder();

/** The archive the launcher unpacks. Throws SKILL_NOT_RUNNABLE for a package that cannot be started. */
export function packJob(job: RunJob): Buffer {
  assertRunnable(job);
  return packTar([
    { path: INPUT_FILE, bytes: encoder.encode(job.stdin) },
    { path: ENTRY_FILE, bytes: encoder.encode(job.entryPoint) },
    { path: ARGUMENTS_FILE, bytes: encoder.encode((job.args ?? []).map((each) => `${each}\0`).join("")) },
    ...job.files.map(({ path, bytes }) => ({ path: `${PACKAGE_FOLDER}/${path}`, bytes })),
  ]);
}

/** The time limit that holds: the one asked for, within what this runner allows. */
export function boundTimeout(timeoutMs: number): number {
  return Math.min(Math.max(1, Math.ceil(timeoutMs)), LIMITS.maxTimeoutMs);
}

// Paths were checked when the package was published. Looked at again because this archive is what the sandbox unpacks.
function assertRunnable({ files, entryPoint, args = [] }: RunJob): void {
  if (args.some((each) => each.includes("\0"))) throw notRunnable("an argument holds a NUL");
  const unsafe = files.find(({ path }) => !isPlainPath(path));
  if (unsafe) throw notRunnable(`"${unsafe.path}" is not a plain relative path`);
  if (!files.some(({ path }) => path === entryPoint)) {
    throw notRunnable(`its entry point "${entryPoint}" is not in the package`);
  }
  const sizeBytes = totalBytes(files);
  if (sizeBytes > MAX_PACKAGE_BYTES) {
    throw notRunnable(`it has ${sizeBytes} bytes; at most ${MAX_PACKAGE_BYTES} can be run`);
  }
}

const totalBytes = (files: readonly PackageFile[]) =>
  files.reduce((total, { bytes }) => total + bytes.length, 0);

const isPlainPath = (path: string) =>
  !path.includes("\0") && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");

const notRunnable = (why: string) =>
  new DomainError("SKILL_NOT_RUNNABLE", `This skill cannot be run: ${why}.`);
