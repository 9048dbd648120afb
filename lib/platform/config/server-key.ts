import { createHmac, hkdfSync, createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { env, unusableSettings } from "@/lib/platform/config/env";

/** What keys are made for; a key of one purpose says nothing about those of another. */
export type KeyPurpose =
  | "agent secrets"
  | "claim tokens"
  | "feeds of what is followed"
  | "joining"
  | "linking"
  | "mails"
  | "addresses"
  | "address changes"
  | "package links"
  | "password resets"
  | "refused forms"
  | "publisher domains"
  | "webhooks";

const KEY_BYTES = 32;
const derived = new Map<KeyPurpose, Buffer>();

/** 32 bytes for one purpose, derived from SERVER_KEY (HKDF, RFC 5869). */
function serverKey(purpose: KeyPurpose): Buffer {
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

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text under the key of a purpose, and binds it to `bound`, which is not in it: it opens only together with
 * the same words. Layout: nonce, tag, ciphertext.
 */
export function seal(purpose: KeyPurpose, bound: string, text: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, serverKey(purpose), nonce).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Uint8Array.from(Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
}

/** Throws when the bytes were changed, are bound to something else, or were sealed with another server key. */
export function unseal(purpose: KeyPurpose, bound: string, sealed: Uint8Array): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, serverKey(purpose), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(bound)).setAuthTag(tag);
  const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return text.toString("utf8");
}
