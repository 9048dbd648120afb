/** Line ends of any system and every other control character, tabs too. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/u;

/** Marks of quotes, bullets and numbers: what they hold is a block of its own. */
const CONTAINERS = /^(?:(?:>|[-+*](?= )|\d{1,9}[.)](?= )) *)*/;

/**
 * What would begin another block than a paragraph: a heading or its underline, a code fence, HTML, which can hide
 * all that follows, and a link definition, which can redirect the links of the body. Rules are looked for apart.
 */
const BLOCK_START = /^(?:#|`{3}|~{3}|=+ *$|-+ *$|<[!?/A-Za-z]|\[[^\]]*\]:)/;

/**
 * An entry as one line of Markdown that is a paragraph and nothing else (Skill Metadata §5): line breaks become
 * blanks, and a mark that would begin a heading, a fence or another block is escaped with a backslash. No word is
 * lost.
 */
export function foldEntry(text: string): string {
  const line = text
    .split(BREAKS)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
  const contentAt = CONTAINERS.exec(line)?.[0].length ?? 0;
  // what is a rule as a whole (`* * *`) is no list in a list
  const ruleAt = findRule(line);
  const at = ruleAt !== null && ruleAt <= contentAt ? ruleAt : contentAt;
  return at === ruleAt || BLOCK_START.test(line.slice(at)) ? `${line.slice(0, at)}\\${line.slice(at)}` : line;
}

/** Where the marks begin that a line ends with, three of one kind at least; null when it ends otherwise. */
function findRule(line: string): number | null {
  const mark = line.at(-1) ?? "";
  if (!"*-_".includes(mark)) return null;
  let at = line.length;
  let start = at;
  let count = 0;
  while (at > 0 && (line[at - 1] === mark || line[at - 1] === " ")) {
    at -= 1;
    if (line[at] !== mark) continue;
    count += 1;
    start = at;
  }
  return count >= 3 ? start : null;
}
