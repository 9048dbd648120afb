import { readShellWord, type ShellWord } from "./shell-words";

export interface Redirect {
  readonly operator: string;
  readonly target: ShellWord;
}

/** From the end of the line that opens a heredoc to the end of its last line. */
export interface HeredocRange {
  readonly from: number;
  readonly to: number;
}

export interface Parts {
  readonly words: ShellWord[];
  readonly redirects: Redirect[];
  readonly heredoc: string | null;
  readonly heredocRange: HeredocRange | null;
  readonly end: number;
}

const REDIRECT = /(?:\d|&)?(?:>>|>\||>&|<<<|<<-?|<>|<&|>|<)/y;

/** The words and redirections of one command; a heredoc that it opens is read with it. */
export function readParts(text: string, start: number, known: ReadonlyMap<string, string>): Parts {
  const words: ShellWord[] = [];
  const redirects: Redirect[] = [];
  let delimiter: string | null = null;
  let at = start;
  while (at < text.length) {
    const unit = text.charAt(at);
    if (unit === " " || unit === "\t" || unit === "\r") {
      at++;
    } else if (unit === "\\" && text.charAt(at + 1) === "\n") {
      at += 2;
    } else if (/[\n;|)(]/.test(unit) || (unit === "&" && text.charAt(at + 1) !== ">")) {
      break;
    } else if (unit === "#" && /\s/.test(text.charAt(at - 1))) {
      at = endOfLine(text, at);
    } else {
      const operator = text.startsWith("<(", at) ? null : matchRedirect(text, at);
      if (operator !== null) at = skipBlanks(text, at + operator.length);
      const read = readShellWord(text, at, known);
      if (operator === null) words.push(read.word);
      else redirects.push({ operator: operator.replace(/^\d/, ""), target: read.word });
      if (operator !== null && /<<-?$/.test(operator) && operator.indexOf("<<<") === -1)
        delimiter = read.word.text;
      at = Math.max(read.end, at + (operator === null ? 1 : 0));
    }
  }
  if (delimiter === null || delimiter === "")
    return { words, redirects, heredoc: null, heredocRange: null, end: at };
  return { words, redirects, ...readHeredoc(text, at, delimiter), end: at };
}

/** The lines up to the delimiter belong to the command, not to the script; the rest of its own line does. */
function readHeredoc(text: string, at: number, delimiter: string): Pick<Parts, "heredoc" | "heredocRange"> {
  const from = endOfLine(text, at);
  let line = from + 1;
  while (line < text.length) {
    const end = endOfLine(text, line);
    if (text.slice(line, end).trim() === delimiter) break;
    line = end + 1;
  }
  const to = line < text.length ? endOfLine(text, line) : text.length;
  return { heredoc: text.slice(from + 1, line), heredocRange: { from, to } };
}

function matchRedirect(text: string, at: number): string | null {
  REDIRECT.lastIndex = at;
  return REDIRECT.exec(text)?.[0] ?? null;
}

function skipBlanks(text: string, at: number): number {
  let next = at;
  while (text.charAt(next) === " " || text.charAt(next) === "\t") next++;
  return next;
}

export function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}
