import type { AddressedMail } from "@/lib/platform/mail/mail";
import { seal, unseal } from "@/lib/platform/config/seal";

/**
 * A mail that waits in the database holds links and keys that must not stand there in plain: it is encrypted, and bound
 * to its row by `id`.
 */
export function sealMail(id: string, mail: AddressedMail): Uint8Array<ArrayBuffer> {
  return seal("mails", id, JSON.stringify(mail));
}

/** Throws when the bytes were changed, belong to another row, or were sealed with another server key. */
export function openMail(id: string, sealed: Uint8Array): AddressedMail {
  return JSON.parse(unseal("mails", id, sealed)) as AddressedMail;
}
