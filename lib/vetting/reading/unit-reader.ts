import { findHiddenText } from "./decode-text";
import { indexCode, type CodeIndex } from "./code/code-index";
import { indexLines } from "./line-index";
import {
  embeddedLanguage,
  findCommandInProse,
  listedCommand,
  looksLikeCommand,
  withoutPrompts,
} from "./embedded/embedded-commands";
import { findCarried, type Carried } from "./embedded/embedded-commands-of-files";
import { fenceLanguage } from "./fences";
import { mayHoldOrders } from "../vocabulary/order-phrases";
import { findEncodedTexts, findTextsInBinary } from "./embedded/hidden-texts";
import { placeSpans, readMarkdown, readPlainText, type Span } from "./markdown";
import { isReadWhole } from "./long-lines";
import { findToolServers } from "./embedded/registered-servers";
import { findLiterals, withoutRemarks } from "./code/string-literals";
import { readShellScript } from "./shell/read-shell-script";
import type { ShellScript } from "./shell/shell-commands";
import type { SourceFile } from "./source-file";
import { fromCodePoint, type CodeLanguage } from "./code/tokens";
import { isDiscussed } from "./warnings";

import type { CodeUnit, LinesUnit, MarkdownUnit, Origin, Placed, ShellUnit } from "./units";

/** Code and commands read over the whole package; what is beyond is reported, not passed over. */
const MAX_CODE_CHARACTERS = 8 * 1024 * 1024;
const MAX_PIECES = 20_000;
/** Longer pieces are not remembered for comparison. */
const MAX_REPEATED = 2000;
const MAX_DEPTH = 3;
/** No shorter text is a command that matters. */
const MIN_EMBEDDED = 4;

/** Texts, pages and drawings are read as Markdown, which knows their comments too. */
const READ_AS_DOCUMENT =
  /\.(?:txt|text|rst|adoc|asciidoc|org|html?|xhtml|svg|xml|mdc|prompt)$|!\/(?:pages|beside|text)$|(?:^|\/)(?:readme|notes?|instructions?)$/i;

/** `\n` in a text in quotes ends a line for whoever reads the text, and `\u0049` is a letter; lines stay as many. */
function withoutEscapes(text: string): string {
  return text
    .replaceAll("\\n", "  ")
    .replace(/\\u([0-9a-f]{4})/gi, (_whole, digits: string) =>
      fromCodePoint(Math.max(32, parseInt(digits, 16))),
    );
}

/** A command of one word that runs a file: `./x`, `/tmp/x`. */
const RUNS_A_FILE = /^(?:\.{0,2}|~)\/[\w./-]{1,200}$/;
/** Fetches something, or puts secrets into a file or variable. */
const BEGINS_A_CHAIN =
  /\b(?:curl|wget|aria2c|git\s+clone)\b|\.ssh|\.aws|\.env\b|id_rsa|id\.json|\b(?:env|printenv|set)\b[^\n]*>/;

/**
 * Code that a document shows. A text that begins in the middle of a command, `; rm …`, is what its tests are fed with.
 */
const SHOWN = /^(?:skill|followed|document|discussed)$/;
const GOES_ON = /^\s*(?:;|\|\|?|&&?)\s*\w/;

/** Reads the files of a package into units, within bounds; what lies beyond them is remembered as unread. */
export class UnitReader {
  readonly code: CodeUnit[] = [];
  readonly shell: ShellUnit[] = [];
  readonly lines: LinesUnit[] = [];
  readonly markdown: MarkdownUnit[] = [];
  readonly decoded: Placed[] = [];
  readonly unreadFiles = new Set<SourceFile>();
  private readonly seen = new Set<string>();
  private characters = 0;
  private pieces = 0;

  constructor(
    private readonly named: ReadonlySet<string>,
    private readonly obeyed: ReadonlySet<string>,
  ) {}

  readFile(file: SourceFile): void {
    const { text, language } = file;
    if (text === null) {
      this.readBinary(file);
      return;
    }
    const lines = indexLines(text);
    const placed: Placed = { file, origin: "script", text, lineAt: (offset) => lines.lineAt(offset) };
    if (language === "python" || language === "javascript") this.readCode(placed, language, 0);
    else if (language === "shell") this.readShell(placed, 0);
    else if (language === "windows" || language === "lines") this.readLines(placed);
    else if (language === "markdown") this.readMarkdown(placed);
    for (const piece of findCarried(file)) this.readCarried(placed, piece);
    if (language === "other" && READ_AS_DOCUMENT.test(file.path)) this.readMarkdown(placed);
    else if (language !== "markdown") this.readData(placed);
  }

  /** A text of any other kind may hold an order too. */
  private readData(placed: Placed): void {
    const text = withoutEscapes(placed.text);
    if (!mayHoldOrders(text)) return;
    const lines = indexLines(text);
    const lineAt = (offset: number) => lines.lineAt(offset);
    this.markdown.push({ ...placed, text, lineAt, isData: true, parts: readPlainText(text) });
  }

  private readBinary(file: SourceFile): void {
    for (const text of findTextsInBinary(file.bytes))
      this.readDecoded({ file, origin: "decoded", text, lineAt: () => 1 });
  }

  private readDecoded(placed: Placed): void {
    if (this.isFull(placed.file)) return;
    this.decoded.push(placed);
    if (placed.origin === "decoded" && placed.file.text !== null) this.readEmbedded(placed, 1);
  }

  private readCarried(placed: Placed, { kind, text, start }: Carried): void {
    if (this.isFull(placed.file)) return;
    const inner: Placed = {
      ...placed,
      text,
      origin: "carried",
      lineAt: (offset) => placed.lineAt(start + offset),
    };
    if (kind === "markdown") this.readMarkdown({ ...inner, origin: "script" });
    else if (kind === "shell") this.readShell(inner, 1);
    else if (kind === "quoted") this.readEmbedded({ ...inner, lineAt: () => placed.lineAt(start) }, 1);
    else this.readCode(inner, kind, 1);
  }

  /** A language without a reader of its own: its lines as they are, and the commands in its texts. */
  private readLines(placed: Placed): void {
    if (!this.allow(placed)) return;
    const text = withoutRemarks(placed.text);
    if (!isReadWhole(text)) this.unreadFiles.add(placed.file);
    this.lines.push({ ...placed, text });
    const origin = placed.origin === "script" ? "embedded" : placed.origin;
    for (const literal of findLiterals(text)) {
      if (this.isFull(placed.file)) return;
      this.readEmbedded(
        { ...placed, origin, text: literal.text, lineAt: () => placed.lineAt(literal.start) },
        1,
      );
    }
  }

  private readMarkdown(placed: Placed): void {
    const parts = readMarkdown(placed.text);
    this.markdown.push({ ...placed, isData: false, parts });
    for (const { text, start } of findEncodedTexts(placed.text))
      this.readDecoded({ ...placed, origin: "decoded", text, lineAt: () => placed.lineAt(start) });
    const origin = this.originOf(placed.file);
    const at = (start: number, text: string): Placed => ({
      ...placed,
      text,
      origin: isDiscussed(placed.text, start) ? "discussed" : origin,
      lineAt: (offset) => placed.lineAt(start + offset),
    });
    const steps: Span[] = [];
    for (const { language, content, start } of parts.fences.filter(({ content }) => content.trim() !== "")) {
      if (this.isFull(placed.file)) return;
      const kind = fenceLanguage(language, content);
      this.readServers(at(start, content), content, 1);
      if (kind === "lines") this.readLines(at(start, content));
      else if (kind === "shell") {
        this.readShell(at(start, withoutPrompts(content)), 1);
        steps.push({ text: withoutPrompts(content), start });
      } else if (kind !== null) this.readCode(at(start, content), kind, 1);
    }
    for (const span of [...parts.inlineCode, ...parts.hidden, ...parts.prose.flatMap(findCommandInProse)]) {
      if (this.isFull(placed.file)) return;
      if (!/\s/.test(span.text.trim()) || !looksLikeCommand(span.text)) {
        if (RUNS_A_FILE.test(span.text)) steps.push(span);
        continue;
      }
      this.readShell(at(span.start, span.text), 1);
      steps.push(span);
    }
    if (steps.length > 1) this.readSteps({ ...placed, origin }, steps);
  }

  /** A document's commands one after the other: what one fetches or gathers, another may run or send. */
  private readSteps(placed: Placed, steps: Span[]): void {
    const spans = steps
      .sort((left, right) => left.start - right.start)
      .map(({ text, start }) => ({ text: `${text}\n`, start }));
    if (!spans.some(({ text }) => BEGINS_A_CHAIN.test(text))) return;
    this.readShell({ ...placed, text: placeSpans(spans, placed.text.length) }, MAX_DEPTH);
  }

  private originOf({ path, isSkillDocument }: SourceFile): Origin {
    if (isSkillDocument || this.obeyed.has(path)) return "skill";
    return this.named.has(path) ? "followed" : "document";
  }

  private readCode(placed: Placed, language: CodeLanguage, depth: number): void {
    if (!this.allow(placed)) return;
    const index = indexCode(placed.text, language);
    if (!index.complete) this.unreadFiles.add(placed.file);
    this.code.push({ ...placed, index });
    this.readServers(placed, placed.text.replaceAll("'", '"'), depth);
    if (depth < MAX_DEPTH) this.readStrings(placed, index, depth);
  }

  /** Commands and code that stand in the strings of a source. */
  private readStrings(placed: Placed, index: CodeIndex, depth: number): void {
    const { tokens } = index;
    for (const [at, token] of tokens.entries()) {
      if (token.kind !== "string") continue;
      const listed = listedCommand(tokens, at);
      if (listed === null && token.text.length < MIN_EMBEDDED) continue;
      if (
        SHOWN.test(placed.origin) &&
        GOES_ON.test(token.text) &&
        /^[:=,[{]$/.test(tokens[at - 1]?.text ?? "")
      )
        continue;
      const hidden = token.decoded === true ? null : findHiddenText(token.text);
      const inner = (text: string, origin: Origin): Placed => ({
        ...placed,
        text,
        origin: placed.origin === "script" ? origin : placed.origin,
        lineAt: () => placed.lineAt(token.start),
      });
      if (hidden !== null) this.readEmbedded(inner(hidden, "decoded"), depth);
      else {
        const named = token.decoded === true ? "decoded" : "embedded";
        this.readEmbedded(inner(listed ?? token.text, named), depth);
        // `run('curl … | sh', shell=True)`: a whole line, and not the first word of a list.
        if (listed !== null && /\s/.test(token.text)) this.readEmbedded(inner(token.text, named), depth);
      }
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

  /** Servers of tools in settings that a text shows or writes: an agent starts them with each session. */
  private readServers(placed: Placed, text: string, depth: number): void {
    for (const server of findToolServers(text)) {
      const lineAt = () => placed.lineAt(server.start);
      this.readShell({ ...placed, text: server.text, lineAt }, depth + 1);
    }
  }

  /** `python -c "…"`, `node -e "…"`, `python <<EOF`. */
  private readInterpreted(placed: Placed, script: ShellScript, depth: number): void {
    for (const { commands } of script.pipelines) {
      for (const { name, words, heredoc, start } of commands) {
        for (const text of [heredoc ?? "", ...words.map((word) => word.text)])
          this.readServers({ ...placed, lineAt: () => placed.lineAt(start) }, text, depth);
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
