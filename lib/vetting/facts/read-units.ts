import {
  embeddedLanguage,
  findCommandInProse,
  looksLikeCommand,
  withoutPrompts,
} from "../reading/embedded/embedded-commands";
import { findCarried } from "../reading/embedded/embedded-commands-of-files";
import { findLiterals, withoutRemarks } from "../reading/string-literals";
import { findHooks, findToolServers } from "../reading/embedded/agent-settings";
import { indexLines, type LineIndex } from "../reading/line-index";
import { References } from "../reading/references";
import type { SourceFile } from "../reading/source-file";
import { isDiscussed, isDiscussedInline } from "../reading/warnings";
import { VOCABULARY, wordPattern } from "../vocabulary/data";
import { readMarkdown, type CodeBlock, type MarkdownParts } from "@/lib/vetting/syntax/markdown";
import { findTextsInBinary } from "../reading/embedded/hidden-texts";
import type { Origin } from "./fact";
import { LOOK_FIRST, saysToLook } from "./looks-first";
import { tellingPart } from "./telling-part";
import { partOf, unitAt, type Unit, type UnitLanguage } from "./unit";

/** A document and what stands in it. */
export interface DocumentUnit {
  readonly file: SourceFile;
  readonly parts: MarkdownParts;
  readonly origin: Origin;
  readonly lines: LineIndex;
}

export interface Units {
  readonly code: readonly Unit[];
  readonly documents: readonly DocumentUnit[];
  /** Texts that stand readable in a file that is no text. */
  readonly inBinary: readonly { readonly file: SourceFile; readonly text: string }[];
  readonly unread: ReadonlySet<SourceFile>;
}

/** Code read over the whole package; what is beyond is reported, not passed over. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** Of one file, so that there is time for others. */
const MAX_OF_ONE = 1024 * 1024;
const MAX_UNITS = 8_000;
/** Of what there is no room for, so much is read all the same. */
const MAX_TELLING = 512 * 1024;
const READ_AS_DOCUMENT =
  /\.(?:txt|text|rst|adoc|org|html?|xhtml|svg|xml|mdc|prompt)$|!\/(?:pages|beside|text)$|(?:^|\/)(?:readme|notes?|instructions?)$/i;
const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|spec|fixtures?|testdata|evals?|examples?)\//i;

/** Reads files into pieces of code and documents; `opened` are documents whose parts stand among the files. */
export function readUnits(files: readonly SourceFile[], opened: ReadonlySet<string>): Units {
  const reader = new UnitReader(files, ledTo(files, opened));
  // Where SKILL.md leads is read first: there is room for it, whatever else is there.
  const rankOf = (file: SourceFile) => RANKS.indexOf(reader.led.get(file));
  for (const file of [...files].sort((left, right) => rankOf(left) - rankOf(right)))
    if (!opened.has(file.path)) reader.readFile(file);
  reader.readRunTexts();
  return reader;
}

const RANKS: readonly ("skill" | "followed" | undefined)[] = ["skill", "followed", undefined];

type Led = ReadonlyMap<SourceFile, "skill" | "followed">;

/**
 * Where SKILL.md leads. What it orders to be followed counts as what it says itself, and so on from there; what it names, and what
 * such a document orders to be followed, is followed. Nothing leads to any other document.
 */
function ledTo(files: readonly SourceFile[], opened: ReadonlySet<string>): Led {
  const led = new Map<SourceFile, "skill" | "followed">();
  // The parts of an office document are read where the document is named.
  const partsOf = new Map<string, SourceFile[]>();
  for (const file of files) {
    const at = file.path.lastIndexOf("!/");
    const holder = file.path.slice(0, Math.max(0, at));
    if (opened.has(holder)) partsOf.set(holder, [...(partsOf.get(holder) ?? []), file]);
  }
  const references = new References(files);
  const steps: [SourceFile, "skill" | "followed"][] = files
    .filter(({ isSkillDocument }) => isSkillDocument)
    .map((file) => [file, "skill"]);
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const [file, to] = step;
    if (led.get(file) === "skill" || led.get(file) === to) continue;
    led.set(file, to);
    for (const part of partsOf.get(file.path) ?? []) steps.push([part, to]);
    if (file.text === null || (file.language !== "markdown" && file.language !== "other")) continue;
    for (const [next, how] of references.of(file.text))
      if (how === "ordered") steps.push([next, to]);
      else if (to === "skill") steps.push([next, "followed"]);
  }
  return led;
}

class UnitReader implements Units {
  readonly code: Unit[] = [];
  readonly documents: DocumentUnit[] = [];
  readonly inBinary: { file: SourceFile; text: string }[] = [];
  readonly unread = new Set<SourceFile>();
  readonly #seen = new Set<string>();
  #characters = 0;
  #telling = 0;

  constructor(
    readonly files: readonly SourceFile[],
    readonly led: Led,
  ) {}

  readFile(file: SourceFile): void {
    const { text, language, path } = file;
    if (text === null) {
      for (const found of findTextsInBinary(file.bytes)) this.inBinary.push({ file, text: found });
      return;
    }
    const lines = indexLines(text);
    const led = this.led.get(file);
    const isTest = led !== "skill" && TEST_FOLDER.test(path);
    const origin: Origin = isTest ? "document" : "script";
    if (language === "markdown" || (language === "other" && (led === "skill" || READ_AS_DOCUMENT.test(path))))
      this.#readDocument(file, text, lines);
    else if (language === "shell") this.#add(unitAt(file, text, "bash", { origin, lines, start: 0 }));
    else if (language === "python" || language === "javascript")
      this.#add(unitAt(file, text, language, { origin, lines, start: 0 }));
    else if (language === "windows" || language === "lines")
      this.#readLines(file, text, language, { origin, lines, start: 0 });
    if (language !== "other" && language !== "markdown")
      for (const server of findToolServers(text.replaceAll("'", '"')))
        this.#add(unitAt(file, server.text, "bash", { origin, lines, start: server.start }));
    for (const { kind, text: piece, start } of findCarried(file)) {
      const place = { origin: isTest ? origin : ("carried" as const), lines, start };
      if (kind === "markdown") this.#readDocument(file, piece, indexLines(piece));
      else if (kind === "quoted") this.#readQuoted(file, piece, place);
      else this.#add(unitAt(file, piece, kind === "shell" ? "bash" : kind, place));
    }
  }

  /** Texts whose names promise no code, and which something in the package runs all the same. */
  readRunTexts(): void {
    const texts = this.files.filter(({ text, language }) => text !== null && language === "other");
    if (texts.length === 0) return;
    const runs = this.code.filter(({ text }) =>
      /\b(?:source|exec|eval|runpy|python[\d.]*|node|bash|sh|zsh|runScript|SourceFileLoader|register|executable|execPath)\b|(?:^|\s)\.\s/.test(
        text.slice(0, 200_000),
      ),
    );
    for (const file of texts) {
      const name = file.path.slice(file.path.lastIndexOf("/") + 1);
      const user = runs.find(({ text }) => text.includes(name));
      if (user === undefined) continue;
      const words = user.text.slice(
        Math.max(0, user.text.indexOf(name) - 120),
        user.text.indexOf(name) + name.length + 40,
      );
      const language: UnitLanguage | null =
        user.language === "bash"
          ? /\bpython/.test(words)
            ? "python"
            : /\bnode\b/.test(words)
              ? "javascript"
              : /\b(?:source|bash|sh|zsh)\b|(?:^|\s)\.\s/m.test(words)
                ? "bash"
                : null
          : /exec|eval|runpy|run_path|SourceFileLoader|spec_from|runScript|register|executable|execPath|vm\./.test(
                words,
              )
            ? user.language
            : null;
      if (language === null) continue;
      this.#add(
        unitAt(file, file.text ?? "", language, {
          origin: "script",
          lines: indexLines(file.text ?? ""),
          start: 0,
        }),
      );
    }
  }

  /** How many characters there is still room for; what they are needed for is taken. */
  #takeRoom(wanted: number): number {
    const left = this.code.length >= MAX_UNITS ? 0 : MAX_CHARACTERS - this.#characters;
    // What is larger leaves half of it to others.
    const taken = Math.min(wanted <= left ? wanted : Math.floor(left / 2), MAX_OF_ONE);
    this.#characters += taken;
    return taken;
  }

  /** Of what there is no room for its beginning and its end are read, and between them the lines that tell the most. */
  #addParts(unit: Unit, room: number): void {
    this.unread.add(unit.file);
    const half = Math.floor(room / 2);
    const { length } = unit.text;
    if (half > 0) this.code.push(partOf(unit, 0, half), partOf(unit, length - half, length));
    const telling = tellingPart(partOf(unit, half, length - half), MAX_TELLING - this.#telling);
    this.#telling += telling.text.length;
    if (telling.text !== "") this.code.push(telling);
  }

  #add(unit: Unit): void {
    const room = this.#takeRoom(unit.text.length);
    if (room < unit.text.length) {
      this.#addParts(unit, room);
      return;
    }
    const key =
      unit.text.length < 2_000
        ? `${unit.file.path}\n${unit.origin}\n${unit.language}\n${unit.lineAt(0)}\n${unit.text}`
        : "";
    if (key !== "" && this.#seen.has(key)) return;
    this.#seen.add(key);
    if (unit.text.trim() !== "") this.code.push(unit);
    // Settings of an agent that code writes.
    if (unit.hook === undefined && unit.language !== "windows" && unit.language !== "lines")
      this.#addHooks(unit, unit.text, 0);
  }

  /** The commands of an agent's settings in a text that stands at an offset of a unit's. */
  #addHooks(unit: Pick<Unit, "file" | "origin" | "lineAt">, text: string, from: number): void {
    for (const { text: command, start, evidence } of findHooks(text)) {
      const line = unit.lineAt(from + start);
      const { file, origin } = unit;
      this.#add({ file, origin, text: command, language: "bash", hook: evidence, lineAt: () => line });
    }
  }

  #readQuoted(
    file: SourceFile,
    text: string,
    place: { origin: Origin; lines: LineIndex; start: number },
  ): void {
    const language = looksLikeCommand(text) ? "bash" : embeddedLanguage(text);
    if (language !== null) this.#add(unitAt(file, text, language, place));
  }

  /** A language without a tree: its lines, and the commands in its texts. */
  #readLines(
    file: SourceFile,
    text: string,
    language: UnitLanguage,
    place: { origin: Origin; lines: LineIndex; start: number },
  ): void {
    const bare = withoutRemarks(text);
    this.#add(unitAt(file, bare, language, place));
    for (const literal of findLiterals(bare).slice(0, 2_000))
      if (looksLikeCommand(literal.text))
        this.#readQuoted(file, literal.text, { ...place, start: place.start + literal.start });
    // Arguments that stand each in quotes of their own: `Command::new("sh").arg("-c").arg("…")`.
  }

  #readDocument(file: SourceFile, text: string, lines: LineIndex): void {
    const origin: Origin = this.led.get(file) ?? "document";
    // What nobody is led to only matters for what it hides: its examples are no part of what the skill does.
    const isLedTo = origin !== "document";
    const parts = isLedTo || MAY_HIDE.test(text) ? readMarkdown(text) : NO_PARTS;
    this.documents.push({ file, parts, origin, lines });
    if (!isLedTo) return;
    if (parts.readTo < text.length) {
      const rest = text.slice(parts.readTo);
      if (this.#takeRoom(rest.length) < rest.length) this.unread.add(file);
      else this.#readDocument(file, rest, { lineAt: (offset) => lines.lineAt(offset + parts.readTo) });
    }
    const placeAt = (start: number, isSpokenOf: boolean) => ({
      lines,
      start,
      origin: !isSpokenOf ? origin : origin === "skill" ? ("quoted" as const) : ("document" as const),
    });
    const place = ({ start, lead }: CodeBlock) =>
      placeAt(start, isDiscussed(text, start) || WARNS.test(lead.slice(-160)));
    const placeInline = ({ start }: CodeBlock) => placeAt(start, isDiscussedInline(text, start));
    const steps: { text: string; start: number }[] = [];
    for (const block of parts.blocks) {
      const language = blockLanguage(block.language, block.text);
      for (const server of findToolServers(block.text))
        this.#add(unitAt(file, server.text, "bash", { ...place(block), start: block.start + server.start }));
      if (language === null) {
        const at = place(block);
        const isToSet = SETS_UP.test(block.lead.slice(-LEAD)) || SETS_UP.test(after(text, block));
        this.#addHooks(
          { file, origin: isToSet ? at.origin : "document", lineAt: (offset) => lines.lineAt(offset) },
          block.text,
          block.start,
        );
        continue;
      }
      const bare = language === "bash" ? withoutPrompts(block.text) : block.text;
      if (language === "lines" || language === "windows") this.#readLines(file, bare, language, place(block));
      else this.#add(unitAt(file, bare, language, place(block)));
      if (language === "bash" && place(block).origin !== "quoted")
        steps.push({ text: bare, start: block.start });
    }
    const prose = parts.prose.flatMap((span) =>
      findCommandInProse(span).map((found): CodeBlock => ({ ...found, language: "", lead: "" })),
    );
    const hidden = parts.hidden.map((span): CodeBlock => ({ ...span, language: "", lead: "" }));
    const front = findLiterals(parts.front.text)
      .concat(frontCommands(parts.front.text))
      .map(({ text: piece, start }): CodeBlock => ({
        text: piece,
        start: parts.front.start + start,
        language: "",
        lead: "",
      }));
    for (const block of [...parts.inlineCode, ...prose, ...hidden, ...front]) {
      const isCommand = /\s/.test(block.text.trim()) && looksLikeCommand(block.text);
      if (!isCommand) {
        if (RUNS_A_FILE.test(block.text)) steps.push(block);
        continue;
      }
      const at = placeInline(block);
      this.#add(unitAt(file, block.text.replaceAll("\\|", "|"), "bash", at));
      if (at.origin !== "quoted") steps.push(block);
    }
    this.#readSteps(file, steps, { lines, origin, document: text });
  }

  /** A document's commands one after the other: what one fetches or gathers, another may run or send. */
  #readSteps(
    file: SourceFile,
    steps: readonly { text: string; start: number }[],
    { lines, origin, document }: { lines: LineIndex; origin: Origin; document: string },
  ): void {
    const sorted = [...steps].sort((left, right) => left.start - right.start);
    if (sorted.length < 2 || !sorted.some(({ text }) => BEGINS_A_CHAIN.test(text))) return;
    const starts: { at: number; line: number }[] = [];
    let text = "";
    let end = 0;
    for (const step of sorted) {
      // That the reader looks at something first is said between the commands.
      if (text !== "" && saysToLook(document.slice(end, step.start))) text += `# ${LOOK_FIRST}\n`;
      end = step.start + step.text.length;
      starts.push({ at: text.length, line: lines.lineAt(step.start) });
      text += `${step.text}\n`;
    }
    const own = indexLines(text);
    const lineAt = (offset: number) => {
      const step = starts.findLast(({ at }) => at <= offset);
      return step === undefined ? 1 : step.line + own.lineAt(offset) - own.lineAt(step.at);
    };
    this.#add({ file, text, language: "bash", origin, lineAt });
  }
}

/** Comments and elements, titles of links, definitions of links. */
const MAY_HIDE = /<[!a-z]|\]\([^)\n]{0,500}\s["'(]|^ {0,3}\[[^\]\n]{1,200}\]:/im;
const NO_PARTS: MarkdownParts = {
  blocks: [],
  inlineCode: [],
  prose: [],
  hidden: [],
  front: { text: "", start: 0 },
  readTo: Number.MAX_SAFE_INTEGER,
};

/** A command of one word that runs a file; a document is no program. */
const RUNS_A_FILE = /^(?:\.{0,2}|~)\/[\w./-]{1,200}(?<!\.(?:md|json|ya?ml|txt|toml|html))$/;
const WARNS = /❌|🚫|\b(?:never|don'?t|do not|avoid|bad|wrong|unsafe|dangerous|malicious|vulnerable)\b/i;
/** Orders that something be put into settings; it stands before or behind them. */
const SETS_UP = wordPattern(VOCABULARY.words["orders_settings"] ?? []);
const LEAD = 300;
const after = (text: string, { text: content, start }: CodeBlock) =>
  text.slice(start + content.length + 4, start + content.length + LEAD).split(/\n\s*(?:\n|#)/, 2)[1] ?? "";
/** Fetches something, or puts secrets into a file or variable. */
const BEGINS_A_CHAIN =
  /\b(?:curl|wget|aria2c|git\s+clone)\b|\.ssh|\.aws|\.env\b|id_rsa|id\.json|\b(?:env|printenv|set)\b[^\n]*>/;

/** `command:` of hooks, and what stands behind `!` in the front matter. */
function frontCommands(text: string): { text: string; start: number }[] {
  return Array.from(text.matchAll(/^\s*-?\s*(?:command|run|exec)\s*:\s*(?!["'])(.{4,400})$/gm), (match) => ({
    text: match[1] ?? "",
    start: match.index,
  }));
}

const LANGUAGES: readonly (readonly [RegExp, UnitLanguage])[] = [
  [/^(?:python3?|py|pycon|ipython)$/, "python"],
  [/^(?:javascript|js|jsx|node|typescript|ts|tsx|mjs|cjs)$/, "javascript"],
  [
    /^(?:|(?:ba|z|da|k|a|fi)?sh|shell\w*|console|terminal|(?:ba|z)?sh-session|shell-session|text|txt|plain|plaintext|makefile|make|just|dockerfile)$/,
    "bash",
  ],
  [/^(?:powershell|pwsh|ps1|ps|bat|batch|cmd|dosbatch)$/, "windows"],
  [
    /^(?:ruby|rb|perl|pl|php|lua|r|julia|applescript|vbs|vbscript|go|golang|rust|rs|swift|kotlin|java|scala|groovy|csharp|cs|elixir|tcl|awk|c|cpp)$/,
    "lines",
  ],
];
const DATA = new Set(VOCABULARY.commands.data_languages);

/** How a block is read, by the first word behind its marks; null for what holds no program. */
function blockLanguage(word: string, content: string): UnitLanguage | null {
  const known = LANGUAGES.find(([pattern]) => pattern.test(word))?.[1];
  if (known === "bash" && /^(?:|te?xt|plain\w*)$/.test(word))
    return looksLikeCommand(content) ? "bash" : null;
  if (known !== undefined) return known;
  return !DATA.has(word) && looksLikeCommand(content) ? "bash" : null;
}
