import { findHiddenText } from "./decode-text";
import { indexCode, type CodeIndex, type CodeLanguage } from "./code-index";
import { indexLines } from "./line-index";
import {
  embeddedLanguage,
  findCommandInProse,
  listedCommand,
  looksLikeCommand,
  withoutPrompts,
} from "./embedded-commands";
import { readMarkdown, type MarkdownParts } from "./markdown";
import { readShellScript, type ShellScript } from "./shell-commands";
import { findRunFiles } from "./run-files";
import type { SourceFile } from "./source-file";
import { isDiscussed } from "./warnings";

/**
 * Where a piece of code stands, which says how much it means: `script` runs, `embedded` is a text that a script
 * hands to an interpreter or shell, `decoded` was hidden in an encoding, `skill` is an example or instruction in
 * SKILL.md, `document` one in any other document, `discussed` one that a document warns of.
 */
export type Origin = "script" | "embedded" | "decoded" | "skill" | "document" | "discussed";

interface Placed {
  readonly file: SourceFile;
  readonly origin: Origin;
  readonly text: string;
  /** Line in the file of an offset in `text`. */
  lineAt(offset: number): number;
}

export interface CodeUnit extends Placed {
  readonly index: CodeIndex;
}

export interface ShellUnit extends Placed {
  readonly script: ShellScript;
}

export interface MarkdownUnit extends Placed {
  readonly parts: MarkdownParts;
}

/** Everything of a package that rules look at, read once. */
export interface Units {
  readonly code: readonly CodeUnit[];
  readonly shell: readonly ShellUnit[];
  readonly markdown: readonly MarkdownUnit[];
  /** Files of which a part was not read, being larger or more nested than anything written by hand. */
  readonly unread: readonly SourceFile[];
}

/** Code and commands read over the whole package; what is beyond is reported, not passed over. */
const MAX_CODE_CHARACTERS = 8 * 1024 * 1024;
const MAX_PIECES = 20_000;
/** Longer pieces are not remembered for comparison. */
const MAX_REPEATED = 2000;
const MAX_DEPTH = 3;
/** No shorter text is a command that matters. */
const MIN_EMBEDDED = 4;

export function readUnits(files: readonly SourceFile[]): Units {
  const reader = new UnitReader();
  for (const file of files) reader.readFile(file);
  // What runs is read as what it is, and may run further files.
  const read = new Set<string>();
  for (let level = 0; level < MAX_DEPTH; level++) {
    const more = findRunFiles(files, reader).filter(
      ({ path, language }) => !read.has(`${path}\n${language}`),
    );
    for (const file of more) {
      read.add(`${file.path}\n${file.language}`);
      reader.readFile(file);
    }
  }
  const { code, shell, markdown, unreadFiles } = reader;
  return { code, shell, markdown, unread: [...unreadFiles] };
}

class UnitReader {
  readonly code: CodeUnit[] = [];
  readonly shell: ShellUnit[] = [];
  readonly markdown: MarkdownUnit[] = [];
  readonly unreadFiles = new Set<SourceFile>();
  private readonly seen = new Set<string>();
  private characters = 0;
  private pieces = 0;

  readFile(file: SourceFile): void {
    const { text, language } = file;
    if (text === null) return;
    const lines = indexLines(text);
    const placed: Placed = { file, origin: "script", text, lineAt: (offset) => lines.lineAt(offset) };
    if (language === "python" || language === "javascript") this.readCode(placed, language, 0);
    else if (language === "shell") this.readShell(placed, 0);
    else if (language === "markdown") this.readMarkdown(placed);
  }

  private readMarkdown(placed: Placed): void {
    const parts = readMarkdown(placed.text);
    this.markdown.push({ ...placed, parts });
    const origin = placed.file.isSkillDocument ? "skill" : "document";
    const at = (start: number, text: string): Placed => ({
      ...placed,
      text,
      origin: isDiscussed(placed.text, start) ? "discussed" : origin,
      lineAt: (offset) => placed.lineAt(start + offset),
    });
    for (const { language, content, start } of parts.fences.filter(({ content }) => content.trim() !== "")) {
      if (this.isFull(placed.file)) return;
      const code = CODE_FENCES.get(language);
      if (code !== undefined) this.readCode(at(start, content), code, 1);
      else if (SHELL_FENCES.has(language)) this.readShell(at(start, withoutPrompts(content)), 1);
    }
    for (const span of [...parts.inlineCode, ...parts.hidden, ...parts.prose.flatMap(findCommandInProse)]) {
      if (this.isFull(placed.file)) return;
      if (/\s/.test(span.text.trim()) && looksLikeCommand(span.text))
        this.readShell(at(span.start, span.text), 1);
    }
  }

  private readCode(placed: Placed, language: CodeLanguage, depth: number): void {
    if (!this.allow(placed)) return;
    const index = indexCode(placed.text, language);
    if (!index.complete) this.unreadFiles.add(placed.file);
    this.code.push({ ...placed, index });
    if (depth < MAX_DEPTH) this.readStrings(placed, index, depth);
  }

  /** Commands and code that stand in the strings of a source. */
  private readStrings(placed: Placed, index: CodeIndex, depth: number): void {
    const { tokens } = index;
    for (const [at, token] of tokens.entries()) {
      if (token.kind !== "string") continue;
      const listed = listedCommand(tokens, at);
      if (listed === null && token.text.length < MIN_EMBEDDED) continue;
      const hidden = token.decoded === true ? null : findHiddenText(token.text);
      const inner = (text: string, origin: Origin): Placed => ({
        ...placed,
        text,
        origin: placed.origin === "script" ? origin : placed.origin,
        lineAt: () => placed.lineAt(token.start),
      });
      if (hidden !== null) this.readEmbedded(inner(hidden, "decoded"), depth);
      else
        this.readEmbedded(
          inner(listed ?? token.text, token.decoded === true ? "decoded" : "embedded"),
          depth,
        );
    }
  }

  private readEmbedded(placed: Placed, depth: number): void {
    if (looksLikeCommand(placed.text)) this.readShell(placed, depth + 1);
    const language = embeddedLanguage(placed.text);
    if (language !== null) this.readCode(placed, language, depth + 1);
  }

  private readShell(placed: Placed, depth: number): void {
    if (!this.allow(placed)) return;
    const script = readShellScript(placed.text);
    if (!script.complete) this.unreadFiles.add(placed.file);
    this.shell.push({ ...placed, script });
    if (depth < MAX_DEPTH) this.readInterpreted(placed, script, depth);
  }

  /** `python -c "…"`, `node -e "…"`, `python <<EOF`. */
  private readInterpreted(placed: Placed, script: ShellScript, depth: number): void {
    for (const { commands } of script.pipelines) {
      for (const { name, words, heredoc, start } of commands) {
        const language = /^python[\d.]*$/.test(name)
          ? "python"
          : /^(?:node|deno|bun)$/.test(name)
            ? "javascript"
            : null;
        if (language === null) continue;
        const flag = words.findIndex((word) => /^-(?:c|e|p|-eval|-print)$/.test(word.text));
        const source = flag === -1 ? heredoc : words[flag + 1]?.text;
        if (source === null || source === undefined || source === "") continue;
        const origin = placed.origin === "script" ? "embedded" : placed.origin;
        this.readCode(
          { ...placed, origin, text: source, lineAt: () => placed.lineAt(start) },
          language,
          depth + 1,
        );
      }
    }
  }

  /** A piece that was read at another place of the same file says nothing new. */
  private allow({ text, file, origin }: Placed): boolean {
    this.pieces += 1;
    const key = `${file.path}\n${origin}\n${text}`;
    if (this.isFull(file, text.length) || (text.length <= MAX_REPEATED && this.seen.has(key))) return false;
    if (text.length <= MAX_REPEATED) this.seen.add(key);
    this.characters += text.length;
    return true;
  }

  private isFull(file: SourceFile, more = 0): boolean {
    const full = this.characters + more > MAX_CODE_CHARACTERS || this.pieces > MAX_PIECES;
    if (full) this.unreadFiles.add(file);
    return full;
  }
}

const CODE_FENCES = new Map<string, CodeLanguage>([
  ["python", "python"],
  ["py", "python"],
  ["python3", "python"],
  ["javascript", "javascript"],
  ["js", "javascript"],
  ["node", "javascript"],
  ["typescript", "javascript"],
  ["ts", "javascript"],
  ["mjs", "javascript"],
]);
const SHELL_FENCES = new Set([
  "",
  "bash",
  "sh",
  "shell",
  "zsh",
  "console",
  "terminal",
  "shell-session",
  "sh-session",
  "text",
  "txt",
]);
