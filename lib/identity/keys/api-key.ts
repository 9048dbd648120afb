import { randomBytes } from "node:crypto";
import { sha256Hex } from "@/lib/kernel/digest";

const RANDOM_BYTES = 32;
const FORM = /^sk_[0-9a-f]{64}$/;
const PREFIX_LENGTH = 11;

/** A new key: shown once to its owner, then known by its hash alone. 256 random bits need no slow hash. */
export function createKeyText(): string {
  return `sk_${randomBytes(RANDOM_BYTES).toString("hex")}`;
}

/** True for a text of the form of a key; it may still not be one. */
export function isKeyText(text: string): boolean {
  return FORM.test(text);
}

export function hashKey(text: string): string {
  return sha256Hex(text);
}

/** The part of a key that its owner is shown in lists. */
export function prefixOfKey(text: string): string {
  return text.slice(0, PREFIX_LENGTH);
}
