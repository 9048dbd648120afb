import bs58 from "bs58";
import { DomainError } from "@/lib/kernel/errors";

const SIGNATURE_SIZE_BYTES = 64;
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;
/** RFC 4648, sections 4 and 5, with or without padding; of the last character two bits alone count. */
const BASE64 = /^(?:[A-Za-z0-9+/]{85}|[A-Za-z0-9_-]{85})[AQgw](?:==)?$/;

/** How a signature may be written, for those who send one. */
export const SIGNATURE_FORM = "64 bytes in base64 or base58.";

/** The 64 bytes of a signature as a wallet writes it, in base58 or base64; null for any other text. */
export function findSignatureBytes(text: string): Uint8Array | null {
  const bytes = BASE58.test(text) ? bs58.decodeUnsafe(text) : undefined;
  if (bytes?.length === SIGNATURE_SIZE_BYTES) return bytes;
  return BASE64.test(text) ? new Uint8Array(Buffer.from(text, "base64")) : null;
}

/** The same. Throws REQUEST_INVALID: what cannot be read uses up no question. */
export function readSignature(text: string): Uint8Array {
  const bytes = findSignatureBytes(text);
  if (bytes !== null) return bytes;
  const detail = `${SIGNATURE_FORM.slice(0, -1)} are expected, not ${text.length} characters of something else`;
  throw new DomainError("REQUEST_INVALID", `The signature cannot be read: ${detail}.`, {
    details: { errors: [{ pointer: "#/signature", detail }] },
  });
}
