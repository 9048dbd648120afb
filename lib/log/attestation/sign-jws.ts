import { sign } from "node:crypto";
import { systemClock } from "@/lib/kernel/clock";
import { platformKey } from "@/lib/log/attestation/platform-key";
import { assertMaySign } from "@/lib/log/attestation/keys/keys";

/** A signature as it travels beside what it signs, or between its two halves as one text (RFC 7515, 3.1 and 7.1). */
export interface Jws {
  /** Base64url of the header. */
  header: string;
  /** Base64url of what is signed. */
  payload: string;
  signature: string;
}

/**
 * Signs a text with the platform's key (RFC 7515, `EdDSA`). `header` names the key as whoever checks it looks for it.
 * Throws what `assertMaySign` throws.
 */
export async function signJws(text: string, header: (keyId: string) => object): Promise<Jws> {
  const { privateKey, keyId } = platformKey();
  await assertMaySign(keyId, systemClock);
  const [first, payload] = [
    toBase64Url(JSON.stringify({ alg: "EdDSA", ...header(keyId) })),
    toBase64Url(text),
  ];
  const signature = sign(null, Buffer.from(`${first}.${payload}`), privateKey).toString("base64url");
  return { header: first, payload, signature };
}

export const toCompactJws = ({ header, payload, signature }: Jws): string =>
  `${header}.${payload}.${signature}`;

const toBase64Url = (text: string) => Buffer.from(text).toString("base64url");
