import { alikeFinder } from "../values/look-alikes";
import type { BodyLine, BodyOutline } from "../document/body-outline";
import type { IssueCode } from "../issues/issue-codes";
import type { SkillFiles } from "../types";
import { quote } from "../yaml/node";
import { type Check, notInPackage } from "./dialect";

/** Links and names looked at: more findings than this help nobody, and a body of links alone must not take long. */
const MAX_LINKS = 500;
const MAX_TARGET_CHARACTERS = 500;

/**
 * Agent Skills, file references: links of the body, and the files of `scripts/`, `references/` and `assets/` that it
 * names, lead to files of the package, by a path relative to the skill root, at most one directory deep. Warnings
 * only.
 */
export const checkFileReferences: Check = (view, findings) => {
  const links = view.body.includes("](") || view.body.includes("]:");
  const names = mayNameFiles(view.body);
  if (!links && !names) return;
  const found = new FileFinder(view.files);
  const seen = new Set<string>();
  const look = (path: string, line: number, isMadeUp: boolean) => {
    if (seen.size >= MAX_LINKS || seen.has(path)) return;
    seen.add(path);
    const fault = findFault(path, found);
    if (fault !== null && !(isMadeUp && fault.code === "FILE_NOT_FOUND")) {
      findings.warning(fault.code, "body", fault.message, { line });
    }
  };
  const outline = view.outline();
  for (const { text, line } of links ? outline.prose : []) {
    for (const target of listTargets(text)) look(target, line, false);
    if (seen.size >= MAX_LINKS) return;
  }
  for (const { path, line, isMadeUp } of names ? listNamedFiles(outline) : []) {
    look(path, line, isMadeUp);
    if (seen.size >= MAX_LINKS) return;
  }
};

/** The paths a line of Markdown links to; web addresses and places in the same file left out. */
function listTargets(line: string): string[] {
  if (!line.includes("](") && !line.includes("]:")) return [];
  const text = line.includes("`") ? line.replace(/`[^`]*`/g, "") : line;
  const targets: string[] = [];
  let at = text.indexOf("](");
  for (; at !== -1 && targets.length < MAX_LINKS; at = text.indexOf("](", at + 2)) {
    targets.push(readTarget(text.slice(at + 2, at + 2 + MAX_TARGET_CHARACTERS)));
  }
  const definition = /^ {0,3}\[(?!\^)[^\]]{1,200}\]:[ \t]*(\S{1,500})/.exec(text)?.[1];
  if (definition !== undefined) targets.push(definition.replace(/^<(.*)>$/, "$1"));
  return targets.map(toPath).filter((path) => path !== "" && !isElsewhere(path));
}

/** The target of an inline link: in angle brackets, or up to a blank or the closing bracket. */
function readTarget(text: string): string {
  const start = text.trimStart();
  return (/^<([^>]*)>/.exec(start)?.[1] ?? /^[^\s)]*/.exec(start)?.[0] ?? "").trim();
}

function toPath(target: string): string {
  const path = target.replace(/\\([!-/:-@[-`{-~])/g, "$1").replace(/[?#].*$/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A web address, a mail address or a place-holder: no file of the package. */
function isElsewhere(path: string): boolean {
  return /^(?!file:)[a-z][a-z0-9+.-]+:/i.test(path) || path.startsWith("//") || /[{}$<>*|]/.test(path);
}

interface Fault {
  code: IssueCode;
  message: string;
}

function findFault(path: string, found: FileFinder): Fault | null {
  const parts = path.split(/[/\\]/).filter((part) => part !== "" && part !== ".");
  if (/^(?:[/\\~]|[a-z]:|file:)/i.test(path) || parts.includes("..")) {
    const message = `${quote(path)} does not lead from the skill root downwards; write a relative path without ".."`;
    return { code: "REFERENCE_ABSOLUTE", message };
  }
  const file = parts.join("/").normalize("NFC");
  const there = found.find(file);
  if (there === undefined) return { code: "FILE_NOT_FOUND", message: notInPackage(path, found.alike) };
  return findSpelling(path, file, there) ?? findDepth(path, parts.length);
}

/** The file is there, and only a system that takes capitals or backslashes lightly finds it by what is written. */
function findSpelling(path: string, file: string, there: string): Fault | null {
  const faults = [
    ...(path.includes("\\") ? ["has a backslash where only a slash works everywhere"] : []),
    ...(there === file ? [] : ["has other capitals than the file"]),
  ];
  if (faults.length === 0) return null;
  const message = `${quote(path)} ${faults.join(" and ")}; write ${quote(there)}`;
  return { code: "REFERENCE_SPELLING", message };
}

function findDepth(path: string, parts: number): Fault | null {
  if (parts <= 2) return null;
  return { code: "REFERENCE_TOO_DEEP", message: `${quote(path)} is more than one directory deep` };
}

/** Finds files and folders of a package, by the exact name first, then by one that differs in capitals. */
class FileFinder {
  #names: Map<string, string> | undefined;
  /** The file that looks like another name. */
  readonly alike = alikeFinder(() => this.files.keys());

  constructor(readonly files: SkillFiles) {}

  find(path: string): string | undefined {
    if (path === "" || this.files.has(path)) return path;
    this.#names ??= this.#list();
    return this.#names.get(path) ?? this.#names.get(path.toLowerCase());
  }

  /** Files and their folders, under their own names and in small letters. */
  #list(): Map<string, string> {
    const names = new Map<string, string>();
    for (const file of this.files.keys()) {
      for (let end = file.length; end > 0; end = file.lastIndexOf("/", end - 1)) {
        const name = file.slice(0, end);
        names.set(name, name);
        if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
      }
    }
    return names;
  }
}

/** A file that the body names outside of a link. */
interface NamedFile {
  /** As it is written, with its backslashes. */
  path: string;
  line: number;
  /** The words around say that the file is made, or only an example: that it is not there is no fault. */
  isMadeUp: boolean;
}

const FOLDERS = "scripts|references|assets";
const MAY_NAME = new RegExp(`(?:${FOLDERS})[/\\\\]`, "i");

/** How texts and commands call the folder of the skill itself. */
const SKILL_ROOT = String.raw`[$\{<%(\[]{0,3}(?:base_?dir|(?:claude_|this_)?skill[_ -]?(?:dir|directory|path|root|folder))[}>%)\]]{0,2}`;

/**
 * A path below one of the three folders. What stands before it may not be part of a longer path, as it is in
 * `src/assets/logo.svg`; a name for the folder of the skill may.
 */
const NAMED = new RegExp(
  String.raw`(?<![A-Za-z0-9_./\\~$@*}>)\]%:-])(?:(?:${SKILL_ROOT}|\.)[/\\])?((?:${FOLDERS})[/\\][\p{L}\p{N}\p{M}_.@+/\\-]{1,200})(.?)`,
  "giu",
);

const HAS_EXTENSION = /[^./\\]\.[a-z][a-z0-9]{0,9}$/i;

/** Chinese, Japanese and Korean write on without a blank. */
const WORD_AFTER =
  /(\.[a-z][a-z0-9]{0,9})[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}].*$/iu;

/** What runs a file that needs no extension. */
const RUNS =
  /(?:^|[\s`$(])(?:bash|sh|zsh|source|python3?|node|bun|deno run|ruby|perl|chmod \S+|\.)[ \t]+["']?$/;

/** The languages a fence of commands is labelled with; the empty one is none. */
const COMMANDS: ReadonlySet<string> = new Set(
  "bash,sh,shell,zsh,fish,console,shell-session,terminal,powershell,pwsh,ps1,cmd,bat,batch,dos".split(","),
);

/** How a line of a fence without a label begins when it is a command. */
const COMMAND =
  /^\s*(?:[$>%#]\s+)?(?:[A-Z_]+=\S*\s+)*(?:sudo |time |env )?(?:\.[/\\]|(?:bash|sh|zsh|source|python3?|py|node|npx|bun|deno|uv|uvx|ruby|perl|pwsh|powershell|chmod|cat|cp|less|head|jq)\s|(?:scripts)[/\\])/i;

/** Words of a line that makes files or gives examples, in the three languages that skills are mostly written in. */
const MADE_UP = new RegExp(
  [
    String.raw`\b(?:e\.g|eg|example|examples|for instance|such as|could|might|would|like|hypothetical|placeholder|optional|optionally)\b`,
    String.raw`\b(?:if (?:it )?(?:exists|present|available|there)|when present|exists?)\b`,
    String.raw`\b(?:create|creates|creating|add|adds|write|writes|save|saves|saved|generate|generates|generated|output|outputs|put|move|place|store|stores|export|produce|produces|copy|rename|scaffold|bundle)\b`,
    "例如|比如|示例|如果|创建|新建|生成|写入|保存|输出|导出|放到|放入|复制",
    "예를|예시|예:|만들|생성|작성|저장|출력|내보내|복사|있으면",
  ].join("|"),
  "i",
);

/** What comes before a path that a command writes to. */
const WRITES_TO =
  /(?:>{1,2}|--?(?:o|out|output|out-?file|output-?file|dest|destination|save|to)(?:[ \t]+|=))[ \t]*["']?$/i;

/** Other programs have folders of these names with a capital: only a file that is there is meant. */
const IN_SMALL_LETTERS = new RegExp(`^(?:${FOLDERS})[/\\\\]`);

/** A link to another place speaks of a file of that place; the target of any other is looked at as a link. */
const LINK_ELSEWHERE = /\[[^\][]{0,200}\]\([a-z]{2,10}:[^)]{0,200}\)/gi;
const LINK_TARGET = /\]\([^)]{0,200}\)/g;

/** Whether it is worth looking: most bodies name no file of these folders. */
function mayNameFiles(body: string): boolean {
  return MAY_NAME.test(body);
}

/**
 * The files below `scripts/`, `references/` and `assets/` that a body names in its text, in code spans and in
 * commands. Patterns, place-holders, folders, and paths of other places are left out.
 */
function* listNamedFiles(outline: BodyOutline): Generator<NamedFile> {
  for (const { text, line } of outline.prose) yield* readLine({ text: withoutEscapes(text), line });
  for (const line of outline.code) {
    if (COMMANDS.has(line.language) || (line.language === "" && COMMAND.test(line.text)))
      yield* readLine(line);
  }
}

/** Markdown as it is read: outside of code, a backslash before a sign only keeps the sign from meaning something. */
function withoutEscapes(text: string): string {
  return text.includes("\\") ? text.replace(/(`[^`]*`)|\\([!-/:-@[-`{-~])/g, "$1$2") : text;
}

function* readLine({ text, line }: BodyLine): Generator<NamedFile> {
  if (!MAY_NAME.test(text)) return;
  const shown = text.replaceAll(LINK_ELSEWHERE, "").replaceAll(LINK_TARGET, "]");
  for (const found of shown.matchAll(NAMED)) {
    const [whole, written = "", next = ""] = found;
    if (/[*{<$[(]/.test(next)) continue;
    const path = written.replace(WORD_AFTER, "$1").replace(/[.,/\\-]+$/, "");
    const before = shown.slice(Math.max(0, found.index - 40), found.index);
    const isRun = RUNS.test(before) || /^\.[/\\]/.test(whole);
    if (!HAS_EXTENSION.test(path) && !isRun) continue;
    if (path.includes("...") || /(?:^|[/\\._-])(?:x{2,}|your|my|foo|bar|example)(?=[._-]|$)/i.test(path))
      continue;
    const isMadeUp = MADE_UP.test(shown) || WRITES_TO.test(before) || !IN_SMALL_LETTERS.test(path);
    yield { path, line, isMadeUp };
  }
}
