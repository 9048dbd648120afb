import { readAcceptedArchive, readArchive, writeArchive, type PackageFile } from "@/lib/package";
import { offThread } from "@/lib/kernel/threads/off-thread";

/** `readArchive` in a thread: a few kilobytes can unpack to megabytes. */
export const unpackArchive = offThread("unpack-archive", (bytes: Uint8Array) => readArchive(bytes));

/** `readAcceptedArchive` in a thread, for what the store holds. */
export const unpackStored = offThread("unpack-stored", (bytes: Uint8Array) => readAcceptedArchive(bytes));

interface Packing {
  files: readonly PackageFile[];
  /** Directory that they lie in; left out, they lie at the root. */
  rootDirectory?: string;
  compression?: "deflate";
}

/** `writeArchive` in a thread. */
export const packArchive = offThread("pack-archive", ({ files, rootDirectory = "", compression }: Packing) =>
  writeArchive(files, rootDirectory, compression === undefined ? {} : { compression }),
);
