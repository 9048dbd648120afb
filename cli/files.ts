import { randomBytes } from "node:crypto";
import {
  chmod,
  lstat,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
  mkdir,
  rmdir,
} from "node:fs/promises";
import { InputError } from "./command";
import { unreadable } from "./read-input";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import path from "node:path";
import { isExecutable, type SkillPackage } from "@/lib/package";

/**
 * Puts new content in the place of a file, all of it or nothing, with the mode of the old one. `expected` is the
 * content the new one was made from; null for a file that is not there yet. Somebody else's change in the meantime
 * is never overwritten.
 *
 * @throws InputError when it was changed, or cannot be written.
 */
export async function replaceFile(file: string, content: string, expected: Uint8Array | null): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const target = expected === null ? file : await realpath(file); // a link stays a link
    await writeFile(draft, content, { flag: "wx", flush: true });
    if (expected !== null) await chmod(draft, (await stat(target)).mode);
    const isAsExpected =
      expected === null ? !(await isThere(file)) : (await readFile(target)).equals(expected);
    if (!isAsExpected) throw new InputError(`${file}: was changed in the meantime`);
    await rename(draft, target);
  } catch (error) {
    throw unreadable(file, error);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Whether anything has this name, also a link to nothing. */
export const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw unreadable(file, error);
    },
  );

/** Below the least a check refuses, so that only files it would read anyway are turned into text here. */
const ROOM_BYTES = 256 * 1024;

/** Kept for all files: most of a short read is making room for it. */
const room = Buffer.allocUnsafeSlow(ROOM_BYTES);

/** What stands in a text for bytes that are not UTF-8. */
const REPLACEMENT = "\uFFFD";

/**
 * A file a check looks into: its text when it is a short file of UTF-8, otherwise its first `maxBytes` bytes. Reads at
 * once: thousands of small files take a third of the time that way.
 *
 * @throws InputError when it cannot be read.
 */
export function readCheckedFile(place: string, maxBytes: number): string | Uint8Array {
  let file: number | undefined;
  try {
    file = openSync(place, "r");
    const size = fill(file, room);
    if (size === ROOM_BYTES) return readLong(file, maxBytes);
    const text = room.toString("utf8", 0, size);
    return text.includes(REPLACEMENT) ? new Uint8Array(room.subarray(0, size)) : text;
  } catch (error) {
    throw unreadable(place, error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readLong(file: number, maxBytes: number): Uint8Array {
  const bytes = Buffer.alloc(Math.min(Math.max(fstatSync(file).size, ROOM_BYTES), maxBytes));
  room.copy(bytes);
  return bytes.subarray(0, ROOM_BYTES + fill(file, bytes.subarray(ROOM_BYTES)));
}

/** Reads on until there is no more or no room; a file gives less than was asked for only at its end. */
function fill(file: number, bytes: Uint8Array): number {
  let filled = 0;
  while (filled < bytes.length) {
    const asked = bytes.length - filled;
    const read = readSync(file, bytes, filled, asked, null);
    filled += read;
    if (read < asked) break;
  }
  return filled;
}

/**
 * Writes a package into a directory that is empty or not there, beside it and then renamed: it is there whole or
 * not at all. `makeWay` is called when all is written and only the renaming is left.
 */
export async function unpackInto(
  target: string,
  { files }: Pick<SkillPackage, "files">,
  makeWay: () => Promise<void> = () => removeEmpty(target),
): Promise<void> {
  const draft = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await mkdir(draft, { recursive: true });
    for (const file of files) {
      const { path: name, bytes } = file;
      const place = path.join(draft, ...name.split("/"));
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, bytes, { flag: "wx", mode: isExecutable(file) ? 0o755 : 0o644 });
    }
    await makeWay();
    await rename(draft, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const removeEmpty = (directory: string) =>
  rmdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
