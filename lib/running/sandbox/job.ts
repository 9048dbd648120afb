import { DomainError } from "@/lib/kernel/errors";
import { LIMITS, MAX_PACKAGE_BYTES } from "@/lib/running/sandbox/limits";
import type { PackageFile, RunJob } from "@/lib/running/runners/skill-runner";

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

/**
 * Inside the archive of a job: the package below one folder; beside it its input, the name and the arguments of its
 * script.
 */
export const PACKAGE_FOLDER = "skill";
export const INPUT_FILE = "input";
export const ENTRY_FILE = "entry";
/** Each argument with a NUL behind it. */
export const ARGUMENTS_FILE = "arguments";

const BLOCK = 512;
const NAME_BYTES = 100;
// 1980-01-01, the zip epoch: a fixed date, so that two runs of a package see the same tree.
const MODIFIED_SECONDS = 315_532_800;
const HASH_BANG = Buffer.from("#!");

interface ArchiveEntry {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * A tar stream (ustar, GNU long names) of plain files, read by the launcher inside the sandbox.
 * Packages carry no modes; a file that begins with `#!` may be executed.
 */
function packTar(entries: readonly ArchiveEntry[]): Buffer {
  return Buffer.concat([...entries.flatMap(packEntry), Buffer.alloc(2 * BLOCK)]);
}

function packEntry({ path, bytes }: ArchiveEntry): Uint8Array[] {
  const name = Buffer.from(path);
  const mode = HASH_BANG.equals(bytes.subarray(0, 2)) ? 0o755 : 0o644;
  const file = [header({ name, sizeBytes: bytes.length, mode, type: "0" }), bytes, padding(bytes.length)];
  if (name.length <= NAME_BYTES) return file;
  const longName = Buffer.concat([name, Buffer.alloc(1)]);
  const link = header({ name: Buffer.from("././@LongLink"), sizeBytes: longName.length, mode, type: "L" });
  return [link, longName, padding(longName.length), ...file];
}

function header(entry: { name: Uint8Array; sizeBytes: number; mode: number; type: "0" | "L" }): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.set(entry.name.subarray(0, NAME_BYTES), 0);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  block.write(octal(entry.mode, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(entry.sizeBytes, 11), 124);
  block.write(octal(MODIFIED_SECONDS, 11), 136);
  block.write(" ".repeat(8), 148); // The checksum is taken with its own field blank.
  block.write(entry.type, 156);
  block.write("ustar  \0", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

const padding = (sizeBytes: number) => Buffer.alloc((BLOCK - (sizeBytes % BLOCK)) % BLOCK);
