import { createHmac, hkdfSync } from "node:crypto";
import { env, unusableSettings } from "@/lib/platform/config/env";

/** What keys are made for; a key of one purpose says nothing about those of another. */
export type KeyPurpose =
  | "agent secrets"
  | "claim tokens"
  | "joining"
  | "mails"
  | "addresses"
  | "address changes"
  | "package links"
  | "password resets"
  | "refused forms"
  | "publisher domains";

const KEY_BYTES = 32;
const derived = new Map<KeyPurpose, Buffer>();

/** 32 bytes for one purpose, derived from SERVER_KEY (HKDF, RFC 5869). */
export function serverKey(purpose: KeyPurpose): Buffer {
  let key = derived.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", masterKey(), "", `emporion ${purpose}`, KEY_BYTES));
    derived.set(purpose, key);
  }
  return key;
}

/** HMAC-SHA-256 of a text under the key of a purpose: without the key nobody can try texts against it. */
export function keyedHash(purpose: KeyPurpose, text: string): Buffer {
  return createHmac("sha256", serverKey(purpose)).update(text).digest();
}

function masterKey(): string {
  const { SERVER_KEY } = env();
  if (SERVER_KEY === undefined) throw unusableSettings(["SERVER_KEY must be set."]);
  return SERVER_KEY;
}
