import { invalidArchive } from "./archive-error";
import type { CentralRecord } from "./central-directory";
import {
  DEFLATED,
  DOS_DIRECTORY,
  DOS_VOLUME_LABEL,
  FLAG_DEFLATE_EFFORT,
  FLAG_DESCRIPTOR,
  FLAG_UTF8,
  MODE_DIRECTORY,
  MODE_EXECUTE_BITS,
  MODE_REGULAR,
  MODE_SPECIAL_BITS,
  MODE_TYPE_MASK,
  STORED,
  ZIP64_SIZE,
} from "./format";

export interface EntryKind {
  readonly directory: boolean;
  /** Absent where the writer recorded no Unix mode. */
  readonly executable?: boolean;
}

/** Some writers deflate the nothing in a directory. */
const EMPTY_DEFLATED_BYTES = 2;
const ALLOWED_FLAGS = FLAG_DEFLATE_EFFORT | FLAG_DESCRIPTOR | FLAG_UTF8;

/**
 * What an entry is: a plain file or a directory. Everything else is refused: encryption, other methods, ZIP64,
 * symbolic links, devices, set-user-id bits, and names and modes that disagree. The Unix mode is believed
 * whatever system the writer claims, since readers do the same.
 */
export function checkEntryKind(record: CentralRecord, name: string, shown: string): EntryKind {
  const refuse = (reason: string) => invalidArchive(`The entry "${shown}" ${reason}.`, shown);
  if ((record.flags & 1) !== 0) throw refuse("is encrypted");
  if ((record.flags & ~ALLOWED_FLAGS) !== 0) throw refuse("uses a ZIP feature that is not allowed");
  if (record.method !== STORED && record.method !== DEFLATED) {
    throw refuse(`is compressed with method ${record.method}; only stored and deflated entries are allowed`);
  }
  if (record.compressedBytes === ZIP64_SIZE || record.sizeBytes === ZIP64_SIZE)
    throw refuse("uses ZIP64 sizes");
  if (record.method === STORED && record.compressedBytes !== record.sizeBytes) {
    throw refuse("is stored, but its two sizes differ");
  }
  const directory = name.endsWith("/");
  const mode = record.externalAttributes >>> 16;
  checkMode(record, mode, directory, refuse);
  if (directory && (record.sizeBytes !== 0 || record.compressedBytes > EMPTY_DEFLATED_BYTES))
    throw refuse("is a directory with content");
  if (directory || (mode & MODE_TYPE_MASK) === 0) return { directory };
  return { directory, executable: (mode & MODE_EXECUTE_BITS) !== 0 };
}

function checkMode(
  record: CentralRecord,
  mode: number,
  directory: boolean,
  refuse: (reason: string) => Error,
): void {
  const type = mode & MODE_TYPE_MASK;
  if (type !== 0 && type !== MODE_REGULAR && type !== MODE_DIRECTORY) {
    throw refuse("is a symbolic link or a special file");
  }
  if (type !== 0 && (type === MODE_DIRECTORY) !== directory)
    throw refuse("is a file by name and a directory by mode, or the reverse");
  if (!directory && (mode & MODE_SPECIAL_BITS) !== 0)
    throw refuse("has set-user-id, set-group-id or sticky bits");
  if ((record.externalAttributes & DOS_VOLUME_LABEL) !== 0) throw refuse("is a volume label");
  if (!directory && (record.externalAttributes & DOS_DIRECTORY) !== 0)
    throw refuse("is a directory without a slash");
}
