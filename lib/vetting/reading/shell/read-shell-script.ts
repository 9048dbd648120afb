import { textPipedToShell } from "./piped-text";
import type { Pipeline, ShellCommand, ShellScript } from "./shell-commands";
import { endOfLine, readParts, type HeredocRange } from "./shell-parts";
import { ASSIGNMENT, baseName, innerSource, splitExpanded, unwrap } from "./shell-wrappers";
import type { ShellWord } from "./shell-words";

const KEYWORDS = new Set(
  "if then elif else fi while until for do done case esac in function select { } ! [[ ]] time coproc".split(
    " ",
  ),
);
const MAX_NESTING = 8;
/** Far more than anybody writes into one script; what is beyond is reported as not read. */
const MAX_COMMANDS = 100_000;
const MAX_SUBSTITUTED = 2_000_000;

/**
 * Reads a shell source into pipelines of simple commands: quotes removed, known variables put in, wrappers such
 * as `sudo` taken away, and what stands in `$(…)`, `sh -c` and `eval` read as commands too.
 */
export function readShellScript(text: string): ShellScript {
  const reader = new ShellReader();
  reader.read(text, 0, 0);
  return reader;
}

class ShellReader implements ShellScript {
  readonly pipelines: Pipeline[] = [];
  readonly assignments: { name: string; value: ShellWord; start: number }[] = [];
  complete = true;
  private readonly known = new Map<string, string>();
  /** Characters read again inside substitutions; bounds what nested ones can cost. */
  private substituted = 0;
  private commands = 0;
  private full = false;

  read(text: string, offset: number, nesting: number): void {
    let commands: ShellCommand[] = [];
    let at = 0;
    /** Where the script goes on behind the heredocs that begin at a line end. */
    const resumeAt = new Map<number, number>();
    const endPipeline = () => {
      const [first] = commands;
      if (first !== undefined) {
        this.pipelines.push({ commands, start: first.start, nested: nesting > 0 });
        const piped = textPipedToShell(commands);
        if (piped !== null) this.readNested(piped, first.start, nesting);
      }
      commands = [];
    };
    while (at < text.length && !this.full) {
      const unit = text.charAt(at);
      const resume = resumeAt.get(at);
      if (resume !== undefined) {
        endPipeline();
        at = resume;
      } else if (unit === "\\" && text.charAt(at + 1) === "\n") at += 2;
      else if (unit === " " || unit === "\t" || unit === "\r") at++;
      else if (unit === "#") at = endOfLine(text, at);
      else if (unit === "|" && text.charAt(at + 1) !== "|") at += text.charAt(at + 1) === "&" ? 2 : 1;
      else if (/[\n;&|()]/.test(unit)) {
        endPipeline();
        at++;
      } else {
        const read = this.readCommand(text, at, offset);
        if (read.heredoc !== null) resumeAt.set(read.heredoc.from, read.heredoc.to);
        if (read.command !== null) commands.push(read.command);
        this.count();
        for (const { source, start } of read.nested) this.readNested(source, offset + start, nesting);
        at = Math.max(read.end, at + 1);
      }
    }
    endPipeline();
  }

  private count(): void {
    this.commands += 1;
    if (this.commands <= MAX_COMMANDS) return;
    this.full = true;
    this.complete = false;
  }

  private readNested(source: string, offset: number, nesting: number): void {
    this.substituted += source.length;
    if (nesting >= MAX_NESTING || this.substituted > MAX_SUBSTITUTED) this.complete = false;
    else this.read(source, offset, nesting + 1);
  }

  private readCommand(text: string, start: number, offset: number): CommandRead {
    const parts = readParts(text, start, this.known);
    const nested = parts.words
      .concat(parts.redirects.map((redirect) => redirect.target))
      .flatMap((word) => [...word.substitutions]);
    let words = parts.words.flatMap(splitExpanded);
    words = this.takeAssignments(words, offset + start);
    while (words[0] !== undefined && KEYWORDS.has(words[0].text)) words = words.slice(1);
    words = this.takeAssignments(words, offset + start);
    const unwrapped = unwrap(words);
    const name = baseName(unwrapped.words[0]?.text ?? "");
    const inner = innerSource(name, unwrapped.words, parts.heredoc);
    if (inner !== null) nested.push({ source: inner, start });
    if (words.length === 0 && parts.redirects.length === 0)
      return { command: null, nested, end: parts.end, heredoc: parts.heredocRange };
    const command = {
      name,
      words: unwrapped.words,
      redirects: parts.redirects,
      heredoc: parts.heredoc,
      sudo: unwrapped.sudo,
      start: offset + start,
    };
    return { command, nested, end: parts.end, heredoc: parts.heredocRange };
  }

  /** `NAME=value` before a command; a value in plain sight is remembered. */
  private takeAssignments(words: readonly ShellWord[], start: number): ShellWord[] {
    let rest = [...words];
    while (["export", "local", "readonly", "declare", "typeset"].includes(rest[0]?.text ?? ""))
      rest = rest.slice(1);
    for (let first = rest[0]; first !== undefined; first = rest[0]) {
      const name = ASSIGNMENT.exec(first.text)?.[1];
      if (name === undefined) break;
      const value = first.text.slice(first.text.indexOf("=") + 1);
      this.assignments.push({ name, value: { ...first, text: value }, start });
      if (first.substitutions.length === 0 && value.length < 2000) this.known.set(name, value);
      rest = rest.slice(1);
    }
    return rest;
  }
}

interface CommandRead {
  readonly command: ShellCommand | null;
  readonly nested: readonly { readonly source: string; readonly start: number }[];
  readonly end: number;
  readonly heredoc: HeredocRange | null;
}
