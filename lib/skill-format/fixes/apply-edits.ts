/** Lines of a text replaced by others. `removed` empty inserts before `line`; both name lines without their ends. */
export interface LineEdit {
  /** Of the text before, from 1. */
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * The text with its lines replaced; every other byte stays, line ends too. An edit whose lines are not there (any more)
 * is left out, so that a fix worked out for another text can do no harm. Runs in browsers too.
 */
export function applyEdits(text: string, edits: readonly LineEdit[]): string {
  const lines = text.split("\n");
  const lineEnd = lines[0]?.endsWith("\r") === true ? "\r" : "";
  // From below, so that the numbers above stay true.
  for (const { line, removed, added } of [...edits].sort((left, right) => right.line - left.line)) {
    const at = line - 1;
    if (!removed.every((expected, index) => withoutEnd(lines[at + index]) === expected)) continue;
    if (at < 0 || at + removed.length > lines.length) continue;
    lines.splice(at, removed.length, ...added.map((each) => each + lineEnd));
  }
  return lines.join("\n");
}

const withoutEnd = (line: string | undefined) => line?.replace(/\r$/, "");
