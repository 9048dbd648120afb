/** What a JSON text must keep to besides its syntax; a rule that is left out is not looked at. */
export interface JsonRules {
  /** Nested objects and lists; a bare object has depth 1. */
  readonly maxDepth?: number;
  /** Asked about numbers that a double might change: of more than 15 signs, or with an exponent. */
  readonly isKept: (written: string) => boolean;
  /** An object that has one name twice means one thing to one reader and another to the next (RFC 7493, 2.3). */
  readonly uniqueNames?: boolean;
  /** No text of a database can hold U+0000 or half of a surrogate pair. */
  readonly storableTexts?: boolean;
}

/** The pointer says where the number stands (RFC 6901). */
export type JsonIssue =
  | { readonly kind: "too_deep" | "nul" | "lone_surrogate" }
  | { readonly kind: "name_twice"; readonly name: string }
  | { readonly kind: "number_not_kept"; readonly written: string; readonly pointer: string };

/**
 * The first place at which a JSON text breaks a rule, or null. Takes time in proportion to the text and no stack, also
 * when it is no JSON; what it finds then means nothing.
 */
export function findJsonIssue(text: string, rules: JsonRules): JsonIssue | null {
  return new Walk(text, rules).findFault();
}

/** One object or list that is open. */
interface Level {
  readonly isObject: boolean;
  expectsName: boolean;
  /** Those of an object so far, where they are to be unique. */
  names?: Set<string>;
  name: string;
  index: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** So many digits, or fewer with a sign and a point, are the same number in every double. */
const ALWAYS_KEPT_SIGNS = 15;
const NUMBER = /-?\d[\d.eE+-]*/y;

class Walk {
  readonly #text: string;
  readonly #rules: JsonRules;
  readonly #open: Level[] = [];
  #level: Level = { isObject: false, expectsName: false, name: "", index: 0 };
  #at = 0;

  constructor(text: string, rules: JsonRules) {
    this.#text = text;
    this.#rules = rules;
  }

  findFault(): JsonIssue | null {
    while (this.#at < this.#text.length) {
      const fault = this.#step(this.#text.charCodeAt(this.#at));
      if (fault !== null) return fault;
    }
    return null;
  }

  #step(sign: number): JsonIssue | null {
    if (sign === QUOTE) return this.#string();
    if (isDigit(sign) || sign === MINUS) return this.#number();
    this.#at += 1;
    if (sign === COMMA) {
      this.#level.expectsName = this.#level.isObject;
      this.#level.index += 1;
    } else if (sign === COLON) this.#level.expectsName = false;
    else if (sign === OPENING_BRACE) return this.#enter(true);
    else if (sign === OPENING_BRACKET) return this.#enter(false);
    else if (sign === CLOSING_BRACE || sign === CLOSING_BRACKET) this.#leave();
    return null;
  }

  #enter(isObject: boolean): JsonIssue | null {
    this.#open.push(this.#level);
    this.#level = { isObject, expectsName: isObject, name: "", index: 0 };
    return this.#open.length > (this.#rules.maxDepth ?? Infinity) ? { kind: "too_deep" } : null;
  }

  #leave(): void {
    this.#level = this.#open.pop() ?? this.#level;
  }

  #string(): JsonIssue | null {
    const start = this.#at;
    this.#at = endOfString(this.#text, start);
    const { storableTexts = false } = this.#rules;
    if (!this.#level.expectsName && !storableTexts) return null;
    const value = readString(this.#text.slice(start, this.#at));
    if (value === null) return this.#giveUp();
    if (storableTexts && value.includes("\0")) return { kind: "nul" };
    if (storableTexts && !value.isWellFormed()) return { kind: "lone_surrogate" };
    return this.#level.expectsName ? this.#name(value) : null;
  }

  #name(name: string): JsonIssue | null {
    const level = this.#level;
    level.name = name;
    if (this.#rules.uniqueNames !== true) return null;
    level.names ??= new Set();
    if (level.names.has(name)) return { kind: "name_twice", name };
    level.names.add(name);
    return null;
  }

  /** It is no JSON, and looking on would find nothing that counts. */
  #giveUp(): null {
    this.#at = this.#text.length;
    return null;
  }

  #number(): JsonIssue | null {
    const start = this.#at;
    do this.#at += 1;
    while (isDigit(this.#text.charCodeAt(this.#at)) || this.#text.charCodeAt(this.#at) === POINT);
    const isLong = this.#at - start > ALWAYS_KEPT_SIGNS;
    if (!isLong && !isExponent(this.#text.charCodeAt(this.#at))) return null;
    NUMBER.lastIndex = start;
    const [written = ""] = NUMBER.exec(this.#text) ?? [];
    if (written !== "" && !this.#rules.isKept(written)) {
      return { kind: "number_not_kept", written, pointer: this.#pointer() };
    }
    this.#at = Math.max(this.#at, start + written.length);
    return null;
  }

  #pointer(): string {
    const levels = [...this.#open, this.#level].slice(1);
    return levels
      .map(({ isObject, name, index }) => `/${isObject ? escapeForPointer(name) : index}`)
      .join("");
  }
}

const isDigit = (sign: number) => sign >= 0x30 && sign <= 0x39;
const isExponent = (sign: number) => sign === 0x65 || sign === 0x45;
const escapeForPointer = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Behind the closing quote, or the end of a text that has none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/** Two ways of writing one name are one name. Null for what is no text of JSON. */
function readString(written: string): string | null {
  if (!written.includes("\\")) return written.slice(1, -1);
  try {
    return String(JSON.parse(written));
  } catch {
    return null;
  }
}
