/** Line ends of any system and every other control character, tabs too. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/u;

/** Marks of quotes, bullets and numbers: what they hold is a block of its own. */
const CONTAINERS = /^(?:(?:>|[-+*](?= )|\d{1,9}[.)](?= )) *)*/;

/**
 * What would begin another block than a paragraph: a heading or its underline, a code fence, a rule, HTML, which can
 * hide all that follows, and a link definition, which can redirect the links of the body.
 */
const BLOCK_START = /^(?:#|`{3}|~{3}|=+ *$|-+ *$|\*(?: *\*){2,} *$|_(?: *_){2,} *$|<[!?/A-Za-z]|\[[^\]]*\]:)/;

/**
 * An entry as one line of Markdown that is a paragraph and nothing else (R-001-50): line breaks become blanks, and
 * a mark that would begin a heading, a fence or another block is escaped with a backslash. No word is lost.
 */
export function foldEntry(text: string): string {
  const line = text
    .split(BREAKS)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
  const at = CONTAINERS.exec(line)?.[0].length ?? 0;
  return BLOCK_START.test(line.slice(at)) ? `${line.slice(0, at)}\\${line.slice(at)}` : line;
}
