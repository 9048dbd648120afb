import { findNumber, isExactNumber, isInteroperableNumber } from "@/lib/exact-numbers";

export type JsonObject = Record<string, unknown>;

export interface JsonLimits {
  readonly maxBytes: number;
  /** Nested objects and lists; a bare object has depth 1. */
  readonly maxDepth: number;
  /** Refuses also whole numbers from 2^53, which some readers would take for their neighbours (RFC 7493). */
  readonly interoperable: boolean;
}

export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string; readonly pointer?: string };

/**
 * Reads one JSON text (RFC 8259) under limits. Refused besides bad syntax: more bytes or depth than allowed, the same
 * key twice in an object, numbers that a double cannot hold and that would silently become others, U+0000 and lone
 * surrogates, which no database text can hold. `reason` completes a sentence that begins "It"; `pointer` says where the
 * number stands.
 */
export function readJsonText(text: string, limits: JsonLimits): JsonReading {
  const sizeBytes = Buffer.byteLength(text);
  if (sizeBytes > limits.maxBytes) {
    return refuse(`has ${sizeBytes} bytes; at most ${limits.maxBytes} are allowed`);
  }
  if (text.trim() === "") return refuse("is empty");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse(
      `is not one JSON value: ${error instanceof Error ? error.message.slice(0, 120) : "bad syntax"}`,
    );
  }
  // The syntax is known to be good from here on, so the tokens can be looked at one by one.
  const fault = new TokenWalk(text, limits).findFault();
  if (fault !== null) return refuse(fault);
  const isKept = limits.interoperable ? isInteroperableNumber : isExactNumber;
  const lost = findNumber(text, (written) => !isKept(written));
  if (lost === null) return { ok: true, value };
  const reason = `holds the number ${lost.written.slice(0, 40)}, which JSON cannot carry exactly; write it as text`;
  return { ...refuse(reason), pointer: lost.pointer };
}

const refuse = (reason: string) => ({ ok: false, reason }) as const;

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|-?\d[\d.eE+-]*/gs;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Goes over the tokens of a text that `JSON.parse` has accepted. */
class TokenWalk {
  readonly #text: string;
  readonly #limits: JsonLimits;
  /** One set of seen keys per open object, null per open list. */
  readonly #open: (Set<string> | null)[] = [];
  #keyNext = false;

  constructor(text: string, limits: JsonLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  findFault(): string | null {
    for (const [token] of this.#text.matchAll(TOKEN)) {
      const fault = this.#look(token);
      if (fault !== null) return fault;
    }
    return null;
  }

  #look(token: string): string | null {
    switch (token) {
      case "{":
        return this.#enter(new Set());
      case "[":
        return this.#enter(null);
      case "}":
      case "]":
        this.#open.pop();
        this.#keyNext = false;
        return null;
      case ",":
        this.#keyNext = this.#open.at(-1) instanceof Set;
        return null;
      case ":":
        this.#keyNext = false;
        return null;
      default:
        return token.startsWith('"') ? this.#lookAtString(token) : this.#lookAtNumber(token);
    }
  }

  #enter(keys: Set<string> | null): string | null {
    this.#open.push(keys);
    this.#keyNext = keys !== null;
    const { maxDepth } = this.#limits;
    return this.#open.length > maxDepth ? `is nested deeper than ${maxDepth} levels` : null;
  }

  #lookAtString(token: string): string | null {
    const text = token.includes("\\") ? (JSON.parse(token) as string) : token.slice(1, -1);
    if (text.includes("\0")) return "holds the character U+0000, which cannot be stored";
    if (LONE_SURROGATE.test(text)) return "holds half of a surrogate pair, which is no character";
    if (!this.#keyNext) return null;
    const keys = this.#open.at(-1);
    if (keys?.has(text)) return `has the key ${JSON.stringify(text.slice(0, 80))} twice in one object`;
    keys?.add(text);
    return null;
  }

  #lookAtNumber(token: string): string | null {
    if (!Number.isFinite(Number(token))) {
      return `holds the number ${token.slice(0, 40)}, which is too large`;
    }
    return null;
  }
}

/** True for a JSON object, that is neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
