import type { BodyLine, BodyOutline } from "../document/body-outline";

/** A file that the body names outside of a link. */
export interface NamedFile {
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
export function mayNameFiles(body: string): boolean {
  return MAY_NAME.test(body);
}

/**
 * The files below `scripts/`, `references/` and `assets/` that a body names in its text, in code spans and in
 * commands. Patterns, place-holders, folders, and paths of other places are left out.
 */
export function* listNamedFiles(outline: BodyOutline): Generator<NamedFile> {
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
