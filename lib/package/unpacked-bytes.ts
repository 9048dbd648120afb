import type { PackageFile } from "./types";

/** How many bytes these files have together, unpacked. */
export function unpackedBytes(files: readonly Pick<PackageFile, "bytes">[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
