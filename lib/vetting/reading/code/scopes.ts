import type { CodeLanguage } from "./tokens";
import { lastAtOrBefore } from "../line-index";
import { expressionEnd } from "./expressions";
import type { Token } from "./tokens";

/** A function of a source: its body is the tokens from `from` to `to`. */
export interface Scope {
  readonly name: string;
  readonly parameters: readonly string[];
  /** Index of the first token of the parameter list. */
  readonly head: number;
  readonly from: number;
  readonly to: number;
  readonly parent: number;
}

export interface Scopes {
  readonly list: readonly Scope[];
  /** Position in `list` of the innermost function around a token; -1 at the top level. */
  scopeOf(token: number): number;
}

const NOT_METHODS = new Set(["if", "for", "while", "switch", "catch", "with", "function", "return"]);

/** Finds the functions of a source, so that a name in one is not taken for the same name in another. */
export function readScopes(
  tokens: readonly Token[],
  pairs: ReadonlyMap<number, number>,
  language: CodeLanguage,
  text: string,
): Scopes {
  const found =
    language === "python" ? readPythonFunctions(tokens, pairs, text) : readScriptFunctions(tokens, pairs);
  const list = withParents(found.sort((left, right) => left.from - right.from));
  const starts = list.map((scope) => scope.from);
  return {
    list,
    scopeOf(token) {
      let at = starts.length === 0 || (starts[0] ?? 0) > token ? -1 : lastAtOrBefore(starts, token);
      while (at !== -1 && (list[at]?.to ?? 0) < token) at = list[at]?.parent ?? -1;
      return at;
    },
  };
}

type Found = Omit<Scope, "parent">;

function withParents(sorted: readonly Found[]): Scope[] {
  const open: number[] = [];
  return sorted.map((scope, at) => {
    while (open.length > 0 && (sorted[open.at(-1) ?? 0]?.to ?? 0) < scope.from) open.pop();
    const parent = open.at(-1) ?? -1;
    open.push(at);
    return { ...scope, parent };
  });
}

/** A `def` reaches to the last line that is indented deeper than it. */
function readPythonFunctions(
  tokens: readonly Token[],
  pairs: ReadonlyMap<number, number>,
  text: string,
): Found[] {
  const found: Found[] = [];
  const open: { column: number; scope: Omit<Found, "to"> }[] = [];
  const close = (column: number, at: number) => {
    while (open.length > 0 && (open.at(-1)?.column ?? -1) >= column) {
      const last = open.pop();
      if (last !== undefined) found.push({ ...last.scope, to: at - 1 });
    }
  };
  for (const [at, token] of tokens.entries()) {
    const beginsLine = at === 0 || tokens[at - 1]?.kind === "newline";
    if (beginsLine && token.kind !== "newline") close(columnOf(text, token.start), at);
    if (token.text !== "def" || token.kind !== "name") continue;
    const list = at + 2;
    const end = pairs.get(list);
    if (tokens[list]?.text !== "(" || end === undefined) continue;
    const line = tokens[at - 1]?.text === "async" ? at - 1 : at;
    const scope = {
      name: tokens[at + 1]?.text ?? "",
      parameters: readParameters(tokens, list, end),
      head: list,
      from: end + 1,
    };
    open.push({ column: columnOf(text, tokens[line]?.start ?? 0), scope });
  }
  close(-1, tokens.length);
  return found;
}

const MAX_INDENT = 400;

function columnOf(text: string, offset: number): number {
  let column = 0;
  while (column < MAX_INDENT && offset - column > 0 && !/[\r\n]/.test(text.charAt(offset - column - 1)))
    column++;
  return column;
}

function readScriptFunctions(tokens: readonly Token[], pairs: ReadonlyMap<number, number>): Found[] {
  const found: Found[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "punctuation") continue;
    if (token.text === "=>") {
      const arrow = readArrow(tokens, pairs, at);
      if (arrow !== null) found.push(arrow);
    } else if (token.text === "{" && tokens[at - 1]?.text === ")") {
      const list = pairs.get(at - 1);
      const end = pairs.get(at);
      const name = list === undefined ? undefined : tokens[list - 1];
      if (
        list === undefined ||
        end === undefined ||
        (name?.kind === "name" && NOT_METHODS.has(name.text) && name.text !== "function")
      )
        continue;
      found.push({
        name: name?.kind === "name" ? name.text : "",
        parameters: readParameters(tokens, list, at - 1),
        head: list,
        from: at + 1,
        to: end,
      });
    }
  }
  return found;
}

function readArrow(tokens: readonly Token[], pairs: ReadonlyMap<number, number>, at: number): Found | null {
  const before = tokens[at - 1];
  const list = before?.text === ")" ? pairs.get(at - 1) : at - 1;
  if (list === undefined) return null;
  const parameters = before?.kind === "name" ? [before.text] : readParameters(tokens, list, at - 1);
  const equals = tokens[list - 1]?.text === "=" || tokens[list - 1]?.text === ":";
  const name = equals ? (tokens[list - 2]?.text ?? "") : "";
  const body = tokens[at + 1]?.text === "{" ? pairs.get(at + 1) : expressionEnd(tokens, pairs, at + 1);
  return body === undefined ? null : { name, parameters, head: list, from: at + 1, to: body };
}

/** Names in a parameter list, destructured ones too; default values count as names, which does no harm. */
function readParameters(tokens: readonly Token[], open: number, close: number): string[] {
  const names: string[] = [];
  for (let at = open + 1; at < close && names.length < 40; at++) {
    const token = tokens[at];
    if (token?.kind === "name" && tokens[at - 1]?.text !== "." && tokens[at - 1]?.text !== "=")
      names.push(token.text);
  }
  return names;
}
