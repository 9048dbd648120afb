import type { CodeLanguage, Token } from "./tokens";

/** What names stand for in one source; scopes are not told apart, so a name may stand for several things. */
export interface Aliases {
  resolve(name: string): readonly string[];
}

export interface ImportedModule {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** More meanings than this say nothing. */
const MAX_MEANINGS = 4;

/**
 * Reads imports and plain renamings (`s = os.system`, `const { exec: e } = require("child_process")`,
 * `with httpx.Client() as c`).
 */
export function readAliases(
  tokens: readonly Token[],
  pairs: ReadonlyMap<number, number>,
  language: CodeLanguage,
): { aliases: Aliases; imports: ImportedModule[] } {
  const meanings = new Map<string, string[]>();
  const imports: ImportedModule[] = [];
  const aliases: Aliases = { resolve: (name) => meanings.get(name) ?? [name] };
  const add = (name: string, meaning: string) => {
    const known = meanings.get(name) ?? [];
    if (name !== meaning && !known.includes(meaning) && known.length < MAX_MEANINGS)
      meanings.set(name, [...known, meaning]);
  };
  const reader: Reader = {
    tokens,
    pairs,
    add,
    aliases,
    imported: (name, token) => void imports.push({ name, start: token?.start ?? 0, end: token?.end ?? 0 }),
  };
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "punctuation" && "([{".includes(token.text)) depth++;
    if (token.kind === "punctuation" && ")]}".includes(token.text)) depth--;
    if (token.kind === "name") {
      if (token.module === true) reader.imported(token.text, token);
      if (token.text === "import" || token.text === "from") readImport(reader, at, language);
      if (token.text === "as" && language === "python") readWith(reader, at);
    } else if (token.text === ":=" || (token.text === "=" && (language === "javascript" || depth <= 0))) {
      // Inside brackets `=` names an argument in Python.
      readRenaming(reader, at);
    }
  }
  return { aliases, imports };
}

interface Reader {
  readonly tokens: readonly Token[];
  readonly pairs: ReadonlyMap<number, number>;
  readonly aliases: Aliases;
  add(name: string, meaning: string): void;
  imported(name: string, token: Token | undefined): void;
}

function readImport(reader: Reader, at: number, language: CodeLanguage): void {
  const before = reader.tokens[at - 1];
  if (language === "javascript") readScriptImport(reader, at);
  else if (before === undefined || before.kind === "newline" || before.text === ":" || before.text === ";")
    readPythonImport(reader, at);
}

/** `import a.b as c, d` and `from a import b as c`. */
function readPythonImport(reader: Reader, at: number): void {
  const { tokens } = reader;
  if (tokens[at]?.text === "import") {
    let next = at;
    do {
      const path = readPath(tokens, next + 1);
      if (path === null) return;
      reader.imported(path.name, tokens[next + 1]);
      const renamed = tokens[path.end]?.text === "as" ? tokens[path.end + 1]?.text : undefined;
      if (renamed !== undefined) reader.add(renamed, path.name);
      next = renamed === undefined ? path.end : path.end + 2;
    } while (tokens[next]?.text === ",");
    return;
  }
  const path = readPath(tokens, at + 1);
  if (path === null || tokens[path.end]?.text !== "import") return;
  reader.imported(path.name, tokens[at + 1]);
  readNamedImports(reader, path.end + 1, path.name, "as");
}

/** `import x, { a as b } from "m"`, `import * as x from "m"`; `require` and `import()` are folded already. */
function readScriptImport(reader: Reader, at: number): void {
  const { tokens } = reader;
  if (tokens[at]?.text !== "from" && tokens[at + 1]?.kind !== "string") return;
  const source = tokens[at + 1];
  if (source?.kind !== "string") return;
  const name = source.text.replace(/^node:/, "");
  reader.imported(name, source);
  if (tokens[at]?.text !== "from") return;
  let back = at - 1;
  if (tokens[back]?.text === "}") {
    const open = reader.pairs.get(back);
    if (open === undefined) return;
    readNamedImports(reader, open, name, "as");
    back = open - 1;
    if (tokens[back]?.text === ",") back--;
  }
  const local = tokens[back];
  if (local?.kind === "name" && local.text !== "import") reader.add(local.text, name);
}

/** `{ a, b as c }`, `(a, b as c)` or the bare list of Python. */
function readNamedImports(reader: Reader, from: number, module: string, renaming: "as" | ":"): void {
  const { tokens } = reader;
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.text === "}" || token?.text === ")") return;
    if (token?.kind === "newline" && tokens[from]?.text !== "{") return;
    if (token?.kind !== "name" || token.text === renaming) continue;
    const renamed = tokens[at + 1]?.text === renaming ? tokens[at + 2] : undefined;
    reader.add(renamed?.text ?? token.text, `${module}.${token.text}`);
    if (renamed !== undefined) at += 2;
  }
}

/** `x = a.b` and `x = a.b(...)` with nothing behind it; `{ a, b: c } = a.b`. */
function readRenaming(reader: Reader, at: number): void {
  const { tokens, pairs } = reader;
  let from = at + 1;
  while (tokens[from]?.text === "await" || tokens[from]?.text === "new" || tokens[from]?.text === "(") from++;
  const path = readPath(tokens, from);
  if (path === null) return;
  const open = path.end;
  const close = tokens[open]?.text === "(" ? pairs.get(open) : undefined;
  let end = close === undefined ? open : close + 1;
  while (tokens[end]?.text === ")") end++;
  const rest = tokens[end];
  if (rest !== undefined && rest.kind !== "newline" && rest.text !== ";" && rest.text !== ",") return;
  const head = tokens[from];
  const heads = head?.module === true ? [head.text] : reader.aliases.resolve(head?.text ?? "");
  const tail = path.name.slice((head?.text ?? "").length) + (close === undefined ? "" : "()");
  for (const meaning of heads) addTargets(reader, at - 1, meaning + tail);
}

function addTargets(reader: Reader, at: number, meaning: string): void {
  const { tokens, pairs } = reader;
  const target = tokens[at];
  if (target?.kind === "name") {
    if (tokens[at - 1]?.text !== ".") reader.add(target.text, meaning);
  } else if (target?.text === "}") {
    const open = pairs.get(at);
    if (open !== undefined) readNamedImports(reader, open, meaning, ":");
  }
}

/** `with a.b() as x`. */
function readWith(reader: Reader, at: number): void {
  const { tokens, pairs } = reader;
  const target = tokens[at + 1];
  const open = tokens[at - 1]?.text === ")" ? pairs.get(at - 1) : undefined;
  if (target?.kind !== "name" || open === undefined) return;
  let from = open - 1;
  while (tokens[from - 1]?.text === "." && tokens[from - 2]?.kind === "name") from -= 2;
  const path = readPath(tokens, from);
  if (path === null || path.end !== open) return;
  for (const head of reader.aliases.resolve(tokens[from]?.text ?? "")) {
    reader.add(target.text, `${head}${path.name.slice((tokens[from]?.text ?? "").length)}()`);
  }
}

/** A dotted name; relative imports begin with dots. */
function readPath(tokens: readonly Token[], from: number): { name: string; end: number } | null {
  let at = from;
  let name = "";
  while (tokens[at]?.text === "." && name.length < 3) {
    name += ".";
    at++;
  }
  if (tokens[at]?.kind !== "name") return null;
  name += tokens[at]?.text ?? "";
  at++;
  while (tokens[at]?.text === "." && tokens[at + 1]?.kind === "name" && name.length < 160) {
    name += `.${tokens[at + 1]?.text ?? ""}`;
    at += 2;
  }
  return { name, end: at };
}
