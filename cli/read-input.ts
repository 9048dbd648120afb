import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import path from "node:path";
import { isExactNumber } from "@/lib/kernel/json/exact-numbers";
import { findJsonIssue } from "@/lib/kernel/json/find-json-issue";
import { InputError, type CommandContext } from "./command";

/** A JSON file somebody hands to a command: an envelope, an input, an experience. */
const JSON_MAX_BYTES = 10 * 1024 * 1024;

/**
 * The first `maxBytes + 1` bytes of a file: enough for the reader to see that there are too many.
 *
 * @throws InputError when it cannot be read.
 */
export async function readAtMost(file: string, maxBytes: number): Promise<Buffer> {
  try {
    const handle = await open(file, "r");
    try {
      const size = Math.min((await handle.stat()).size, maxBytes + 1);
      const buffer = Buffer.alloc(size);
      let filled = 0;
      for (let read = -1; read !== 0 && filled < size; filled += read) {
        read = (await handle.read(buffer, filled, size - filled)).bytesRead;
      }
      return buffer.subarray(0, filled);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw unreadable(file, error);
  }
}

/**
 * A whole file, or standard input for `-`.
 *
 * @throws InputError when it cannot be read or has more than `maxBytes`.
 */
export async function readInput(
  file: string,
  { stdin, cwd }: Pick<CommandContext, "stdin" | "cwd">,
  maxBytes = JSON_MAX_BYTES,
): Promise<Buffer> {
  const bytes = file === "-" ? await readStream(stdin, maxBytes) : await readFileOrPipe(file, cwd, maxBytes);
  if (bytes.length > maxBytes) throw new InputError(`${file}: more than ${maxBytes} bytes`);
  return bytes;
}

/**
 * A JSON value from a file, or standard input for `-`.
 *
 * @throws InputError when it cannot be read, is no JSON, or holds a number that reading would change.
 */
export async function readJson(
  file: string,
  context: Pick<CommandContext, "stdin" | "cwd">,
): Promise<unknown> {
  const text = (await readInput(file, context)).toString("utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InputError(`${file}: is not valid JSON`);
  }
  const lost = findJsonIssue(text, { isKept: isExactNumber });
  if (lost?.kind !== "number_not_kept") return value;
  const { written, pointer } = lost;
  throw new InputError(
    `${file}: the number ${written.slice(0, 40)} at ${pointer || "its root"} cannot be carried exactly by JSON; write it as text`,
  );
}

/** A pipe, such as a shell's `<(…)`, says nothing of its size. */
async function readFileOrPipe(file: string, cwd: string, maxBytes: number): Promise<Buffer> {
  const place = path.resolve(cwd, file);
  try {
    if (!(await stat(place)).isFIFO()) return await readAtMost(place, maxBytes);
    return await readStream(createReadStream(place), maxBytes);
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function readStream(stream: AsyncIterable<Uint8Array | string>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/** What the operating system said, without its own wording around it. */
export function unreadable(file: string, error: unknown): InputError {
  if (error instanceof InputError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "no such file or directory",
    EACCES: "no permission",
    EPERM: "no permission",
    EISDIR: "is a directory",
    ENOTDIR: "is not a directory",
    EEXIST: "already exists",
    ENOSPC: "no space left",
    EROFS: "the file system is read-only",
  };
  return new InputError(`${file}: ${reasons[code ?? ""] ?? message}`);
}
