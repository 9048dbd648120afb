import { readAliases, type Aliases, type ImportedModule } from "./aliases";
import { foldTokens } from "./fold-tokens";
import { readJavaScriptTokens } from "./javascript-tokens";
import { readPythonTokens } from "./python-tokens";
import { matchBrackets } from "./brackets";
import type { CodeLanguage, Comment, Token } from "./tokens";

/** A use of a name: `os.environ.get` is one reference with all its parts, under every name it may stand for. */
export interface Reference {
  /** Index of the first token of the chain. */
  readonly token: number;
  /** Index of the last token of the chain. */
  readonly lastToken: number;
  /** As written: `environ.get`. */
  readonly written: string;
  /** With imports and aliases resolved: `os.environ.get`. A name may have several meanings. */
  readonly names: readonly string[];
  readonly call: Call | null;
}

export interface Call {
  /** Index of the opening bracket, and of the closing one. */
  readonly open: number;
  readonly close: number;
  /** Index of the first token of the whole chain, also for `a().b()`. */
  readonly chainStart: number;
}

/** What a source says, without its disguises: names resolved, strings put together. */
export interface CodeIndex {
  readonly language: CodeLanguage;
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
  readonly references: readonly Reference[];
  readonly imports: readonly ImportedModule[];
  /** Index of the bracket that pairs with the bracket at an index. */
  readonly pairs: ReadonlyMap<number, number>;
  readonly complete: boolean;
}

const KEYWORDS = new Set(
  "if elif else for while return yield await async def class function lambda with as in of is not and or import from new typeof void delete throw raise try except catch finally do switch case break continue pass global nonlocal del assert const let var export default extends static None True False null true false undefined".split(
    " ",
  ),
);
/** What stands before a name gives it a meaning here; `def open(self)` calls nothing. */
const DECLARES = new Set(["def", "function", "class"]);
/** How far `a().b().c()` is followed. */
const MAX_CHAIN_CALLS = 40;
const MAX_NAME = 160;

export function indexCode(text: string, language: CodeLanguage): CodeIndex {
  const read = language === "python" ? readPythonTokens(text) : readJavaScriptTokens(text);
  const tokens = foldTokens(read.tokens);
  const pairs = matchBrackets(tokens);
  const { aliases, imports } = readAliases(tokens, pairs, language);
  return {
    language,
    tokens,
    comments: read.comments,
    references: readReferences(tokens, pairs, aliases),
    imports,
    pairs,
    complete: read.complete,
  };
}

function readReferences(
  tokens: readonly Token[],
  pairs: ReadonlyMap<number, number>,
  aliases: Aliases,
): Reference[] {
  const references: Reference[] = [];
  const index = { tokens, pairs, references };
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "name" || (KEYWORDS.has(token.text) && token.module !== true)) continue;
    if (tokens[at - 1]?.text !== "." || tokens[at - 1]?.kind !== "punctuation") {
      followChain(index, at, token.module === true ? [token.text] : aliases.resolve(token.text));
    } else if (isMemberOfValue(tokens, pairs, at - 2)) {
      followChain(index, at, [`().${token.text}`]);
    }
  }
  return references;
}

/** True if the value before a dot has no name: `(a / b).read_text()`, `"x".join()`, `list[0].run()`. */
function isMemberOfValue(tokens: readonly Token[], pairs: ReadonlyMap<number, number>, at: number): boolean {
  const token = tokens[at];
  if (token?.kind === "string" || token?.text === "]") return true;
  if (token?.text !== ")") return false;
  const before = tokens[(pairs.get(at) ?? 0) - 1];
  return before?.kind !== "name" || KEYWORDS.has(before.text);
}

/** Follows `a.b(...).c(...)` from its head: one reference for each call, and one for what is left at the end. */
function followChain(
  index: { tokens: readonly Token[]; pairs: ReadonlyMap<number, number>; references: Reference[] },
  head: number,
  headNames: readonly string[],
): void {
  const { tokens, pairs, references } = index;
  let names = headNames;
  let written = headNames[0]?.startsWith("().") === true ? headNames[0] : (tokens[head]?.text ?? "");
  let at = head;
  let from = head;
  for (let calls = 0; calls < MAX_CHAIN_CALLS; calls++) {
    while (tokens[at + 1]?.text === "." && tokens[at + 2]?.kind === "name") {
      const member = `.${tokens[at + 2]?.text ?? ""}`;
      names = names.map((name) => (name.length < MAX_NAME ? name + member : name));
      if (written.length < MAX_NAME) written += member;
      at += 2;
    }
    const open = at + 1;
    const close =
      tokens[open]?.text === "(" && tokens[open]?.kind === "punctuation" ? pairs.get(open) : undefined;
    const call =
      close === undefined || DECLARES.has(tokens[head - 1]?.text ?? "")
        ? null
        : { open, close, chainStart: head };
    references.push({ token: from, lastToken: at, written, names: names.map(withoutGlobal), call });
    if (close === undefined || tokens[close + 1]?.text !== ".") return;
    names = names.map((name) => `${name}()`);
    written = `${written}()`;
    at = close;
    from = close + 1;
  }
}

/** `globalThis.eval` is `eval`, `builtins.exec` is `exec`. */
function withoutGlobal(name: string): string {
  return name.replace(
    /^(?:globalThis|window|global|self|(?:__builtins__|builtins)(?:\.__dict__)?|globals\(\)(?:\.__builtins__)?)\.(?=.)/,
    "",
  );
}

/** The references whose chain begins within `[from, to]`, in order, one after the other as they are asked for. */
export function* referencesWithin(index: CodeIndex, from: number, to: number): Generator<Reference, void> {
  const { references } = index;
  let low = 0;
  let high = references.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((references[middle]?.token ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  for (let at = low; at < references.length; at++) {
    const reference = references[at];
    if (reference === undefined || reference.token > to) return;
    yield reference;
  }
}

/** More of a call's arguments is not looked at: nested calls would be read again at each level. */
const MAX_ARGUMENTS = 400;

/** The tokens between the brackets of a call. */
export function argumentTokens(
  index: CodeIndex,
  { open, close }: Pick<Call, "open" | "close">,
): readonly Token[] {
  return index.tokens.slice(open + 1, Math.min(close, open + 1 + MAX_ARGUMENTS));
}

/** The strings among the arguments of a call. */
export function argumentStrings(index: CodeIndex, call: Pick<Call, "open" | "close">): string[] {
  return argumentTokens(index, call).flatMap((token) => (token.kind === "string" ? [token.text] : []));
}

/** The references among the arguments of a call. */
export function argumentReferences(
  index: CodeIndex,
  { open, close }: Pick<Call, "open" | "close">,
): Reference[] {
  return Array.from(referencesWithin(index, open + 1, Math.min(close, open + MAX_ARGUMENTS) - 1));
}
