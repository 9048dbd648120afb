import { resolveEscapes } from "../code/tokens";

/**
 * A word of a shell command with its quotes and escapes taken away, so that `c""url`, `cu\rl` and `$'\x63url'`
 * read alike. Variables that cannot be known stay as `$NAME`.
 */
export interface ShellWord {
  readonly text: string;
  readonly variables: readonly string[];
  /** Commands whose output becomes part of the word: `$(…)`, backquotes, `<(…)`. */
  readonly substitutions: readonly Substitution[];
  readonly quoted: boolean;
}

interface Substitution {
  readonly source: string;
  readonly start: number;
}

export interface ReadWord {
  readonly word: ShellWord;
  readonly end: number;
}

const ENDS_WORD = /[\s;&|()<>]/;
const VARIABLE = /\$(?:\{[#!]?([A-Za-z_]\w*)([^}\n]{0,200})\}|([A-Za-z_]\w*)|[0-9@*#?$!-])/y;

/** Reads one word that begins at `at`; `known` holds variables whose text was set in plain sight. */
export function readShellWord(text: string, at: number, known: ReadonlyMap<string, string>): ReadWord {
  const reader = new WordReader(text, known);
  const end = reader.read(at);
  return { word: reader.word(), end };
}

class WordReader {
  private value = "";
  private quoted = false;
  private readonly variables: string[] = [];
  private readonly substitutions: Substitution[] = [];

  constructor(
    private readonly text: string,
    private readonly known: ReadonlyMap<string, string>,
  ) {}

  word(): ShellWord {
    return {
      text: this.value,
      variables: this.variables,
      substitutions: this.substitutions,
      quoted: this.quoted,
    };
  }

  read(start: number): number {
    let at = start;
    while (at < this.text.length) {
      const unit = this.text.charAt(at);
      if (unit === "<" && this.text.charAt(at + 1) === "(" && at === start) at = this.readSubstitution(at, 2);
      else if (ENDS_WORD.test(unit)) break;
      else at = this.readPiece(at, unit);
    }
    return at;
  }

  private readPiece(at: number, unit: string): number {
    if (unit === "'") return this.readSingleQuoted(at);
    if (unit === '"') return this.readDoubleQuoted(at);
    if (unit === "$" && this.text.charAt(at + 1) === "'") return this.readAnsiQuoted(at);
    if (unit === "$" && this.text.charAt(at + 1) === '"') return this.readDoubleQuoted(at + 1);
    if (unit === "\\") {
      const next = this.text.charAt(at + 1);
      this.value += next === "\n" ? "" : next;
      return at + 2;
    }
    return this.readExpansion(at) ?? this.take(at);
  }

  private readSingleQuoted(at: number): number {
    const close = this.text.indexOf("'", at + 1);
    const end = close === -1 ? this.text.length : close;
    this.value += this.text.slice(at + 1, end);
    this.quoted = true;
    return end + 1;
  }

  private readAnsiQuoted(at: number): number {
    let end = at + 2;
    while (end < this.text.length && this.text.charAt(end) !== "'")
      end += this.text.charAt(end) === "\\" ? 2 : 1;
    this.value += resolveEscapes(this.text.slice(at + 2, end));
    this.quoted = true;
    return end + 1;
  }

  private readDoubleQuoted(start: number): number {
    let at = start + 1;
    this.quoted = true;
    while (at < this.text.length && this.text.charAt(at) !== '"') {
      const unit = this.text.charAt(at);
      if (unit === "\\" && /["\\$`\n]/.test(this.text.charAt(at + 1))) {
        this.value += this.text.charAt(at + 1) === "\n" ? "" : this.text.charAt(at + 1);
        at += 2;
      } else {
        at = this.readExpansion(at) ?? this.take(at);
      }
    }
    return at + 1;
  }

  /** `$NAME`, `${NAME}`, `$(…)` and backquotes; null if none begins here. */
  private readExpansion(at: number): number | null {
    const unit = this.text.charAt(at);
    if (unit === "`") return this.readBackquoted(at);
    if (unit !== "$") return null;
    if (this.text.startsWith("$((", at)) return this.take(at);
    if (this.text.charAt(at + 1) === "(") return this.readSubstitution(at, 2);
    VARIABLE.lastIndex = at;
    const match = VARIABLE.exec(this.text);
    if (match === null) return null;
    const name = match[1] ?? match[3];
    if (name === "IFS") this.value += " ";
    else if (name === undefined) this.value += match[0];
    else this.readVariable(name, match[2] ?? "");
    return at + match[0].length;
  }

  private readVariable(name: string, operation: string): void {
    const value = this.known.get(name);
    this.variables.push(name);
    const fallback = /^:?[-=](.*)$/s.exec(operation)?.[1];
    const slice = /^:(\d+):(\d+)$/.exec(operation);
    if (value !== undefined && slice !== null) {
      this.value += value.slice(Number(slice[1]), Number(slice[1]) + Number(slice[2]));
    } else {
      this.value += value ?? fallback ?? `$${name}`;
    }
  }

  private readSubstitution(at: number, opening: number): number {
    const close = findClosing(this.text, at + opening);
    this.substitutions.push({ source: this.text.slice(at + opening, close), start: at + opening });
    return close + 1;
  }

  private readBackquoted(at: number): number {
    const close = this.text.indexOf("`", at + 1);
    const end = close === -1 ? this.text.length : close;
    this.substitutions.push({ source: this.text.slice(at + 1, end), start: at + 1 });
    return end + 1;
  }

  private take(at: number): number {
    this.value += this.text.charAt(at);
    return at + 1;
  }
}

/** Offset of the bracket that closes a substitution, over quotes and nested brackets. */
function findClosing(text: string, from: number): number {
  let depth = 0;
  let quote = "";
  for (let at = from; at < text.length; at++) {
    const unit = text.charAt(at);
    if (unit === "\\" && quote !== "'") at++;
    else if (quote !== "") quote = unit === quote ? "" : quote;
    else if (unit === "'" || unit === '"') quote = unit;
    else if (unit === "(") depth++;
    else if (unit === ")" && depth-- === 0) return at;
  }
  return text.length;
}
