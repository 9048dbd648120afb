import { fromCodePoint } from "./string-literals";

const BASE64 = /^[A-Za-z0-9+/_-]{4,}={0,2}$/;
const HEXADECIMAL = /^(?:[0-9a-f]{2}){2,}$/i;
/** A decoded text that is worth reading: printable, with line ends and tabs. */
const PRINTABLE = /^[\t\n\r\x20-\x7e\u00a0-\uffff]+$/;
const BASE85_ALPHABET =
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
/** Larger literals are data; what they hold is judged by what the code does with them. */
const MAX_LITERAL = 512 * 1024;

export type Encoding = "base64" | "base32" | "base85" | "ascii85" | "hex" | "rot13" | "percent";

/** What a literal decodes to, or null if it is not of that encoding or gives no text. */
export function decodeText(text: string, encoding: Encoding): string | null {
  if (text.length > MAX_LITERAL) return null;
  const compact = encoding === "rot13" || encoding === "percent" ? text : text.replace(/\s+/g, "");
  const decoded = DECODERS[encoding](compact);
  return decoded !== null && PRINTABLE.test(decoded) ? decoded : null;
}

const DECODERS: Record<Encoding, (text: string) => string | null> = {
  base64: (text) => (BASE64.test(text) ? Buffer.from(text, "base64").toString("utf8") : null),
  base32: (text) => decodeBase32(text),
  base85: (text) => decodeBase85(text, (unit) => BASE85_ALPHABET.indexOf(unit)),
  ascii85: (text) => decodeBase85(text.replace(/^<~|~>$/g, ""), (unit) => unit.charCodeAt(0) - 33),
  hex: (text) => (HEXADECIMAL.test(text) ? Buffer.from(text, "hex").toString("utf8") : null),
  rot13: (text) => text.replace(/[a-z]/gi, rotate),
  percent: (text) =>
    text.replace(/%([0-9a-f]{2})/gi, (_whole, digits: string) => fromCodePoint(parseInt(digits, 16))),
};

/**
 * The hidden text of a literal that nobody asked to decode: only for texts that can hardly be anything else,
 * long enough and of mixed characters, so that words and identifiers are left alone.
 */
export function findHiddenText(literal: string): string | null {
  if (literal.length < MIN_HIDDEN || literal.length > MAX_LITERAL) return null;
  if (HEXADECIMAL.test(literal)) return decodeText(literal, "hex");
  const mixed = /[A-Z]/.test(literal) && /[a-z]/.test(literal);
  return mixed && literal.length % 4 === 0 ? decodeText(literal, "base64") : null;
}

const MIN_HIDDEN = 16;

function rotate(letter: string): string {
  const base = letter <= "Z" ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
}

function decodeBase32(text: string): string | null {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const unit of text.replace(/=+$/, "")) {
    const digit = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(unit.toUpperCase());
    if (digit === -1) return null;
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >> bits) & 0xff);
    }
  }
  return Buffer.from(bytes).toString("utf8");
}

function decodeBase85(text: string, digitOf: (unit: string) => number): string | null {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 5) {
    const group = text.slice(at, at + 5);
    const digits = Array.from({ length: 5 }, (_, place) =>
      place < group.length ? digitOf(group.charAt(place)) : 84,
    );
    if (digits.some((digit) => digit < 0 || digit > 84)) return null;
    const value = digits.reduce((sum, digit) => sum * 85 + digit, 0);
    if (value > 0xffffffff) return null;
    bytes.push(...[24, 16, 8, 0].slice(0, group.length - 1).map((shift) => (value >>> shift) & 0xff));
  }
  return Buffer.from(bytes).toString("utf8");
}
