export type CodeLanguage = "python" | "javascript";

export type TokenKind = "name" | "string" | "number" | "punctuation" | "newline";

/**
 * A token of Python or JavaScript. `text` of a string is its value with escapes resolved, so that `"\x63url"` and
 * `"curl"` look alike; `start` and `end` are offsets in the source.
 */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The string came out of a decoder (base64, hexadecimal, character codes) whose input stands in the source. */
  readonly decoded?: boolean;
  /** The name is a module, as given to an import call; aliases do not apply to it. */
  readonly module?: boolean;
}

export interface Comment {
  readonly text: string;
  readonly start: number;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
  /** Expressions nested in strings deeper than anybody writes were left out. */
  readonly complete: boolean;
}

/** Resolves the backslash escapes that Python and JavaScript share; unknown ones stand for the character itself. */
export function resolveEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|U([0-9a-f]{8})|([0-7]{1,3})|(\r\n|[^]))/gi,
    (_whole, ...groups: (string | undefined)[]) => {
      const [hex, unit, braced, wide, octal, other] = groups;
      const digits = hex ?? unit ?? braced ?? wide;
      if (digits !== undefined) return fromCodePoint(parseInt(digits, 16));
      if (octal !== undefined) return fromCodePoint(parseInt(octal, 8));
      return SIMPLE_ESCAPES.get(other ?? "") ?? other ?? "";
    },
  );
}

/** The character of a code, or nothing for a number that is none. */
export function fromCodePoint(code: number): string {
  return Number.isInteger(code) && code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

const SIMPLE_ESCAPES = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["\n", ""],
  ["\r\n", ""],
]);
