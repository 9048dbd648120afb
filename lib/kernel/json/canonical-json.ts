import canonicalize from "canonicalize";
import { sha256Digest } from "@/lib/kernel/digest";

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export interface JsonObject {
  [member: string]: JsonValue;
}

/**
 * `sha256:<hex>` of the canonical JSON (RFC 8785) of a value: equal values have one digest, however they are written.
 */
export function digestJson(value: JsonValue): string {
  return sha256Digest(toCanonicalJson(value));
}

/** The canonical JSON text (RFC 8785). Throws a `TypeError` for what JSON cannot say. */
export function toCanonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("The value has no JSON form.");
  return text;
}
