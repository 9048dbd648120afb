import { comparePaths, readTextFile, type PackageFile } from "@/lib/package";

const MAX_TEXT = 200_000;
const MAX_OF_SKILL_MD = 60_000;
const MAX_OF_FILE = 40_000;
const MAX_LINE = 1_000;
const MOST_PATHS = 200;

interface ShownFiles {
  /** With the number before each line. */
  files: { path: string; text: string }[];
  /** Files of which nothing, or not all, is shown. */
  not_shown: string[];
  not_shown_count: number;
}

export interface Shown extends ShownFiles {
  /** Texts that are shown in part or not at all: padding that hides one is a reason to hold. */
  readonly hidden: readonly string[];
}

/**
 * The text of a package for a model to read, bounded as a whole, by file and by line: SKILL.md first, then the files
 * that vetting speaks of, then the others by path. What is left out is named.
 */
export function showFiles(files: readonly PackageFile[], named: readonly string[]): Shown {
  const spoken = new Set(named);
  const rank = ({ path }: PackageFile) =>
    /(?:^|\/)SKILL\.md$/i.test(path) ? path.split("/").length : spoken.has(path) ? 1_000 : 2_000;
  const sorted = [...files].sort(
    (left, right) => rank(left) - rank(right) || comparePaths(left.path, right.path),
  );
  const shown: ShownFiles["files"] = [];
  const left: string[] = [];
  const hidden: string[] = [];
  let room = MAX_TEXT;
  for (const [place, { path, bytes }] of sorted.entries()) {
    const text = readTextFile(bytes);
    const read = numberLines(
      text ?? "",
      Math.min(Math.max(0, room), place === 0 ? MAX_OF_SKILL_MD : MAX_OF_FILE),
    );
    if (text !== null && room > 0) shown.push({ path, text: read.text });
    if (text === null || !read.isWhole) left.push(path);
    if (text !== null && !read.isWhole) hidden.push(path);
    room -= path.length + read.text.length;
  }
  return { files: shown, not_shown: left.slice(0, MOST_PATHS), not_shown_count: left.length, hidden };
}

function numberLines(text: string, most: number): { text: string; isWhole: boolean } {
  const lines = text.slice(0, most).split(/\r?\n/);
  const numbered = lines.map((line, place) => `${place + 1}| ${line.slice(0, MAX_LINE)}`).join("\n");
  return {
    text: numbered.slice(0, most).toWellFormed(),
    isWhole:
      text.length <= most && numbered.length <= most && lines.every(({ length }) => length <= MAX_LINE),
  };
}
