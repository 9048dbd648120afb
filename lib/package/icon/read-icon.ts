import { readPngHeader, rewritePng } from "./png";
import type { PackageFile } from "../types";

/** The one place of a package where its icon is. */
export const ICON_PATH = "assets/icon.png";
export const ICON_LIMITS = { bytes: 64 * 1024, leastPixels: 32, mostPixels: 512 } as const;

/**
 * The icon of a package as the market shows it: a still, square PNG, written anew from its pixels, so that nothing else
 * that was in the file is ever served. Null where there is none, and for one that breaks a rule: the skill then has the
 * mark that is made of its name.
 */
export function readIcon(files: readonly PackageFile[]): Uint8Array | null {
  const file = files.find(({ path }) => path === ICON_PATH);
  if (file === undefined || file.bytes.length > ICON_LIMITS.bytes) return null;
  const header = readPngHeader(file.bytes);
  if (header === null || header.width !== header.height) return null;
  if (header.width < ICON_LIMITS.leastPixels || header.width > ICON_LIMITS.mostPixels) return null;
  return rewritePng(file.bytes, header);
}
