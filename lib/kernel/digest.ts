import { hash, timingSafeEqual } from "node:crypto";

/** The SHA-256 of a text's UTF-8 bytes, or of bytes: 64 lower-case hexadecimal digits. */
export const sha256Hex = (content: string | Uint8Array): string => hash("sha256", content, "hex");

/** The same with its algorithm before it, as digests stand in statements, lists and addresses: `sha256:<hex>`. */
export const sha256Digest = (content: string | Uint8Array): string => `sha256:${sha256Hex(content)}`;

/** Compares what was given with what it should be, in a time that says nothing about where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
