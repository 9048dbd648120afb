import type { CodeIndex } from "./code-index";
import { expressionEnd } from "./expressions";
import type { Token } from "./tokens";

/** Names that take their value from the expression between two tokens. */
export interface Assignment {
  readonly targets: readonly string[];
  /** Index of a token in whose scope the targets lie. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** `{ a, b } = EXPR`: each name takes a member, not the whole. */
  readonly takesMembers: boolean;
}

const ASSIGNING = new Set(["=", ":=", "+=", "||=", "??=", "&&=", "|="]);
const SELF = new Set(["self", "this", "cls", "module", "exports", "window", "globalThis", "process"]);
/** Methods that put their arguments into what they are called on. */
const FILLING_METHOD =
  /\.(?:append|extend|add|update|push|unshift|set|write|insert|concat|setdefault|put|writestr)$/;

/** All places where a value flows into a name. */
export function readAssignments(index: CodeIndex): Assignment[] {
  const found: Assignment[] = [];
  const { tokens } = index;
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "punctuation") {
      if ("([{".includes(token.text)) depth++;
      if (")]}".includes(token.text)) depth--;
    }
    if (token.kind === "punctuation" && ASSIGNING.has(token.text)) {
      // Inside brackets `=` names an argument in Python.
      if (index.language === "python" && depth > 0 && token.text === "=") continue;
      const targets = readTargets(index, at - 1);
      const to = expressionEnd(tokens, index.pairs, at + 1, index.language === "javascript");
      const takesMembers = tokens[at - 1]?.text === "}";
      if (targets.length > 0) found.push({ targets, at, from: at + 1, to, takesMembers });
    } else if (token.kind === "name" && (token.text === "in" || token.text === "of")) {
      const loop = readLoop(index, at);
      if (loop !== null) found.push(loop);
    } else if (token.kind === "name" && token.text === "as" && index.language === "python") {
      const context = readContext(index, at);
      if (context !== null) found.push(context);
    }
  }
  return found.concat(readFillings(index));
}

/** Names on the left of an assignment that ends at `at`: `x`, `self.x`, `x[...]`, `x: T`, `a, b`, `{ a, b: c }`. */
function readTargets(index: CodeIndex, at: number): string[] {
  const { tokens, pairs } = index;
  const token = tokens[at];
  if (token?.kind === "name") {
    const from = startOfPath(tokens, at);
    const names = [textBetween(tokens, from, at)];
    // What fills a member fills its owner; everything hangs on `self`, so that says nothing.
    const owner = tokens[from]?.text ?? "";
    if (from < at && !SELF.has(owner)) names.push(owner);
    for (let before = from - 1; tokens[before]?.text === "," && names.length < 20;) {
      const name = tokens[before - 1];
      if (name?.kind !== "name") break;
      names.push(name.text);
      before -= 2;
    }
    const annotated =
      tokens[from - 1]?.text === ":" && tokens[from - 2]?.kind === "name"
        ? tokens[from - 2]?.text
        : undefined;
    return annotated === undefined ? names : [...names, annotated];
  }
  const open = token?.text === "]" || token?.text === "}" || token?.text === ")" ? pairs.get(at) : undefined;
  if (open === undefined) return [];
  const owner = tokens[open - 1];
  if (token?.text === "]" && owner?.kind === "name" && owner.text !== "const" && owner.text !== "let") {
    const from = startOfPath(tokens, open - 1);
    // `x: list[str] = …` declares x; `x["k"] = …` fills x.
    const annotated = tokens[from - 1]?.text === ":" ? tokens[from - 2]?.text : undefined;
    return [annotated ?? textBetween(tokens, from, open - 1)];
  }
  return namesBetween(tokens, open + 1, at);
}

/** `for a, b in EXPR`, `for (const a of EXPR)`, and the same in comprehensions. */
function readLoop(index: CodeIndex, at: number): Assignment | null {
  const { tokens } = index;
  let from = at - 1;
  while (from > at - 12 && (tokens[from]?.kind === "name" || ",()[]{}".includes(tokens[from]?.text ?? "-"))) {
    if (tokens[from]?.text === "for") break;
    from--;
  }
  if (tokens[from]?.text !== "for") return null;
  const to = loopEnd(index, at + 1);
  return { targets: namesBetween(tokens, from + 1, at), at, from: at + 1, to, takesMembers: false };
}

function loopEnd(index: CodeIndex, from: number): number {
  const end = expressionEnd(index.tokens, index.pairs, from);
  for (let at = from; at <= end; at++) {
    const token = index.tokens[at];
    if (token?.kind === "name" && token.text === "if") return at - 1;
    if (token?.kind === "punctuation" && token.text === ":" && index.language === "python") return at - 1;
    if (token?.kind === "punctuation" && "([{".includes(token.text)) at = index.pairs.get(at) ?? at;
  }
  return end;
}

/** `with EXPR as x`. */
function readContext(index: CodeIndex, at: number): Assignment | null {
  const { tokens } = index;
  const target = tokens[at + 1];
  const close = tokens[at - 1]?.text === ")" ? index.pairs.get(at - 1) : undefined;
  if (target?.kind !== "name" || close === undefined) return null;
  return {
    targets: [target.text],
    at,
    from: startOfPath(tokens, close - 1),
    to: at - 1,
    takesMembers: false,
  };
}

/** `list.append(x)`: x flows into list. */
function readFillings(index: CodeIndex): Assignment[] {
  return index.references.flatMap((reference) => {
    const { call } = reference;
    if (call === null || call.close === call.open + 1 || !FILLING_METHOD.test(reference.written)) return [];
    const target = reference.written.slice(0, reference.written.lastIndexOf("."));
    const range = { from: call.open + 1, to: call.close - 1 };
    return [{ targets: [target], at: reference.token, ...range, takesMembers: false }];
  });
}

function startOfPath(tokens: readonly Token[], at: number): number {
  let from = at;
  while (tokens[from - 1]?.text === "." && tokens[from - 2]?.kind === "name") from -= 2;
  return from;
}

function textBetween(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to + 1)
    .map((token) => token.text)
    .join("");
}

function namesBetween(tokens: readonly Token[], from: number, to: number): string[] {
  const names: string[] = [];
  for (let at = from; at < to && names.length < 20; at++) {
    const token = tokens[at];
    if (token?.kind === "name" && !["const", "let", "var", "async"].includes(token.text))
      names.push(token.text);
  }
  return names;
}
