// Explain a JavaScript regular expression part by part. The pattern is compiled, never run.
const MAX_BYTES = 20_000;
const MAX_PATTERN = 1_000;
const MAX_DEPTH = 50;
const ESCAPES = {
  d: "a digit (0-9)", D: "anything but a digit", w: "a word character (letter, digit or _)", W: "anything but a word character",
  s: "white space", S: "anything but white space", b: "a word boundary", B: "a position that is no word boundary",
  n: "a line feed", r: "a carriage return", t: "a tab", v: "a vertical tab", f: "a form feed", 0: "the NUL character",
};
const GROUPS = [
  ["(?:", "a group that is not captured"], ["(?=", "a position followed by"], ["(?!", "a position not followed by"],
  ["(?<=", "a position preceded by"], ["(?<!", "a position not preceded by"],
];
const FLAGS = {
  d: "report the positions of groups", g: "find all matches", i: "ignore case", m: "^ and $ match at every line",
  s: ". also matches line breaks", u: "read the pattern as Unicode", v: "Unicode sets", y: "match only at lastIndex",
};

class InputError extends Error {}

/** A recursive-descent reader over a pattern that the engine has already accepted. */
class Explainer {
  lines = [];
  groups = [];
  warnings = [];
  position = 0;

  constructor(pattern, flags) {
    this.pattern = pattern;
    this.unicodeSets = flags.includes("v");
    this.multiline = flags.includes("m");
  }

  at(text) {
    return this.pattern.startsWith(text, this.position);
  }

  add(depth, token, text) {
    this.lines.push({ depth, token, text });
    return this.lines.at(-1);
  }

  warn(code, message) {
    if (!this.warnings.some((warning) => warning.message === message)) this.warnings.push({ code, message });
  }

  /** Reads up to the closing parenthesis; says whether a quantifier without upper bound is inside. */
  disjunction(depth) {
    if (depth > MAX_DEPTH) throw new InputError(`groups are nested deeper than ${MAX_DEPTH} levels`);
    let unbounded = false;
    let branch = 1;
    while (this.position < this.pattern.length && !this.at(")")) {
      if (this.at("|")) {
        branch += 1;
        this.position += 1;
        this.add(depth, "|", `or (alternative ${branch})`);
      } else unbounded = this.term(depth) || unbounded;
    }
    return unbounded;
  }

  term(depth) {
    const start = this.position;
    const line = this.add(depth, "", "");
    const inner = this.atom(depth, line);
    const atomEnd = this.position;
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(this.pattern.slice(this.position));
    if (!quantifier) {
      line.token = this.pattern.slice(start, atomEnd);
      this.mergeLiterals(line);
      return inner.unbounded;
    }
    this.position += quantifier[0].length;
    line.token = this.pattern.slice(start, this.position);
    line.literal = undefined;
    const { text, unbounded } = this.repeat(quantifier[0]);
    line.text += `, ${text}`;
    if (unbounded && inner.unbounded) this.warn("NESTED_QUANTIFIER", `${line.token}: a repeat inside a repeat can take exponential time on text that does not match`);
    if (unbounded && inner.branches) this.warn("REPEATED_ALTERNATIVES", `${line.token}: make sure that no two alternatives match the same text`);
    return unbounded || inner.unbounded;
  }

  repeat(token) {
    const lazy = token.length > 1 && token.endsWith("?") ? ", as few as possible" : "";
    const [, low, comma, high] = /^\{(\d+)(,?)(\d*)\}/.exec(token) ?? [];
    if (low === undefined) {
      const text = { "*": "any number of times, or none", "+": "one or more times", "?": "optional" }[token[0]];
      return { text: text + lazy, unbounded: token[0] !== "?" };
    }
    if (!comma) return { text: `exactly ${low} times${lazy}`, unbounded: false };
    return high ? { text: `${low} to ${high} times${lazy}`, unbounded: false } : { text: `at least ${low} times${lazy}`, unbounded: true };
  }

  atom(depth, line) {
    const char = String.fromCodePoint(this.pattern.codePointAt(this.position));
    if (char === "(") return this.group(depth, line);
    if (char === "[") line.text = this.characterClass();
    else if (char === "\\") line.text = this.escape();
    else {
      this.position += char.length;
      if (char === ".") line.text = "any character";
      else if (char === "^") line.text = this.multiline ? "start of a line" : "start of the text";
      else if (char === "$") line.text = this.multiline ? "end of a line" : "end of the text";
      else {
        line.text = `the text ${JSON.stringify(char)}`;
        line.literal = char;
      }
    }
    return { unbounded: false, branches: false };
  }

  group(depth, line) {
    const named = /^\(\?<([\p{L}$_][\p{L}\p{N}$_]*)>/u.exec(this.pattern.slice(this.position));
    const special = GROUPS.find(([opening]) => this.at(opening));
    if (named || !special) {
      this.groups.push({ number: this.groups.length + 1, name: named?.[1] ?? null });
      line.text = `group ${this.groups.length}${named ? ` named "${named[1]}"` : ""}`;
      this.position += named ? named[0].length : 1;
    } else {
      line.text = special[1];
      this.position += special[0].length;
    }
    const first = this.lines.length;
    const unbounded = this.disjunction(depth + 1);
    this.position += 1; // the closing parenthesis
    return { unbounded, branches: this.lines.slice(first).some((child) => child.token === "|" && child.depth === depth + 1) };
  }

  characterClass() {
    const start = this.position;
    let nesting = 0;
    do {
      if (this.at("\\")) this.position += 1;
      else if (this.at("[") && (nesting === 0 || this.unicodeSets)) nesting += 1;
      else if (this.at("]")) nesting -= 1;
      this.position += 1;
    } while (nesting > 0);
    const body = this.pattern.slice(start + 1, this.position - 1);
    const negated = body.startsWith("^");
    const parts = [];
    for (const [part] of body.slice(negated ? 1 : 0).matchAll(/(?:\\.|[^\\])-(?:\\.|[^\\])|\\[pP]\{[^}]*\}|\\.|[^\\]/gsu)) {
      if (part.length > 2 && part.slice(1).includes("-") && !part.startsWith("\\p") && !part.startsWith("\\P")) parts.push(part.replace("-", " to "));
      else parts.push(part.startsWith("\\") ? (ESCAPES[part[1]] ?? part.replace(/^\\(?=[^\w])/, "")) : part);
    }
    if (!parts.length) return negated ? "any character at all" : "nothing (an empty class never matches)";
    return `${negated ? "one character other than" : "one of"}: ${parts.join(" or ")}`;
  }

  escape() {
    const rest = this.pattern.slice(this.position);
    const found = /^\\(?:k<([^>]+)>|([1-9]\d*)|([pP])\{([^}]+)\}|u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|c([A-Za-z])|(.))/su.exec(rest);
    this.position += found[0].length;
    const [, name, number, property, value, code, unit, byte, control, other] = found;
    if (name ?? number) return `the same text as group ${name ? `"${name}"` : number}`;
    if (property) return `a character ${property === "P" ? "without" : "with"} the Unicode property ${value}`;
    if (code ?? unit ?? byte) return `the character U+${(code ?? unit ?? byte).toUpperCase().padStart(4, "0")}`;
    if (control) return `the control character Ctrl-${control.toUpperCase()}`;
    return ESCAPES[other] ?? `the text ${JSON.stringify(other)}`;
  }

  /** Neighbouring plain characters read better as one text; a quantified one stands alone. */
  mergeLiterals(line) {
    const before = this.lines.at(-2);
    if (line.literal === undefined || before?.literal === undefined || before.depth !== line.depth) return;
    before.literal += line.literal;
    before.token += line.token;
    before.text = `the text ${JSON.stringify(before.literal)}`;
    this.lines.pop();
  }
}

function run(payload) {
  const { pattern, flags = "" } = payload;
  if (typeof pattern !== "string" || !pattern || pattern.length > MAX_PATTERN) {
    throw new InputError(`pattern must be a text of 1 to ${MAX_PATTERN} characters, without the enclosing slashes`);
  }
  if (typeof flags !== "string" || flags.length > 8) throw new InputError("flags must be a text such as \"gi\"");
  try {
    void new RegExp(pattern, flags); // compiled only to be sure that the reader below sees valid syntax
  } catch (problem) {
    return { valid: false, problem: problem.message, explanation: [], groups: [], flags: [], warnings: [] };
  }
  const explainer = new Explainer(pattern, flags);
  explainer.disjunction(0);
  if (!/^\^|\\b/.test(pattern) && !/\$$/.test(pattern)) explainer.warn("NOT_ANCHORED", "Without ^ and $ the pattern also matches inside a longer text");
  return {
    valid: true,
    problem: null,
    explanation: explainer.lines.map(({ depth, token, text }) => ({ depth, token, text })),
    groups: explainer.groups,
    flags: [...flags].map((flag) => ({ flag, meaning: FLAGS[flag] })),
    warnings: explainer.warnings,
  };
}

async function readInput() {
  const chunks = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new InputError(`the input is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  let payload;
  try {
    payload = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new InputError("stdin must hold one JSON object");
  }
  if (payload === null || typeof payload !== "object" || Array.isArray(payload)) {
    throw new InputError("the input must be a JSON object");
  }
  return payload;
}

let result;
try {
  result = run(await readInput());
} catch (problem) {
  if (!(problem instanceof InputError)) throw problem;
  result = { error: problem.message };
  process.exitCode = 1;
}
process.stdout.write(JSON.stringify(result));
