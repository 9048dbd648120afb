import { createHmac } from "node:crypto";
import { sha256Hex } from "@/lib/kernel/digest";

/** How long a request is good for; also how far two clocks may be apart. */
export const REQUEST_LIFETIME_MS = 60_000;

export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly timeMs: number;
  /** Random, used once. */
  readonly nonce: string;
  readonly body: Uint8Array;
}

/**
 * The signature of a request to a worker: it covers everything the worker acts on, so nothing can be changed or
 * sent again.
 */
export function signRequest(secret: string, { method, path, timeMs, nonce, body }: SignedRequest): string {
  return sign(secret, ["request", method, path, String(timeMs), nonce, sha256Hex(body)]);
}

/** The signature of an answer: only who knows the secret can have given it, and only to this request. */
export function signAnswer(
  secret: string,
  { nonce, status, body }: { nonce: string; status: number; body: Uint8Array },
): string {
  return sign(secret, ["answer", nonce, String(status), sha256Hex(body)]);
}

const sign = (secret: string, parts: readonly string[]) =>
  createHmac("sha256", secret).update(JSON.stringify(parts)).digest("hex");
