import { loadPackage } from "@/lib/platform/blobs/load-package";
import { readTextFile } from "@/lib/package";

/** Some lines of a file, and the one that is meant. */
export interface Excerpt {
  first: number;
  line: number;
  lines: readonly string[];
}

const AROUND = 4;
const MAX_CHARACTERS = 240;

/**
 * The lines of a stored package around a place that a report names; null where there is no text: a part of an archive or
 * document, a file that is no text, a package that cannot be read now.
 */
export async function readExcerpt(
  stored: { archiveDigest: string; packageDigest: string },
  place: { file: string; line: number },
): Promise<Excerpt | null> {
  try {
    const { files } = await loadPackage(stored.archiveDigest, stored.packageDigest);
    const file = files.find(({ path }) => path === place.file);
    const text = file === undefined ? null : readTextFile(file.bytes);
    return text === null ? null : excerptOf(text, place.line);
  } catch {
    // The page says what vetting said all the same.
    return null;
  }
}

/** Pure; null for a line that the text does not have. */
export function excerptOf(text: string, line: number): Excerpt | null {
  const all = text.split("\n");
  if (line < 1 || line > all.length) return null;
  const first = Math.max(1, line - AROUND);
  const lines = all.slice(first - 1, line + AROUND).map((each) => each.replace(/\r$/, ""));
  return { first, line, lines: lines.map(cut) };
}

const cut = (text: string) => (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text);
