import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { AddressedMail } from "@/lib/mail/mail";
import { serverKey } from "@/lib/server-key";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A mail that waits in the database holds links and keys that must not stand there in plain: it is encrypted, and bound
 * to its row by `id`. Layout: nonce, tag, ciphertext.
 */
export function sealMail(id: string, mail: AddressedMail): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, serverKey("mails"), nonce).setAAD(Buffer.from(id));
  const text = Buffer.concat([cipher.update(JSON.stringify(mail), "utf8"), cipher.final()]);
  return Uint8Array.from(Buffer.concat([nonce, cipher.getAuthTag(), text]));
}

/** Throws when the bytes were changed, belong to another row, or were sealed with another server key. */
export function openMail(id: string, sealed: Uint8Array): AddressedMail {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, serverKey("mails"), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(id)).setAuthTag(tag);
  const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString("utf8")) as AddressedMail;
}
