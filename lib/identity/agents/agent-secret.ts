import { randomBytes } from "node:crypto";
import { isSameSecret } from "@/lib/kernel/is-same-secret";
import { keyedHash } from "@/lib/platform/config/server-key";

const RANDOM_BYTES = 32;
const FORM = /^ag_[0-9a-f]{64}$/;

/** Stored in place of the secret of an agent whose owner closed their account: no text is its secret any more. */
export const NO_SECRET = "";

/** A new secret of an agent: shown once, then known by its HMAC alone. */
export function createAgentSecret(): string {
  return `ag_${randomBytes(RANDOM_BYTES).toString("hex")}`;
}

/** What is stored of a secret: its HMAC under the server's key, bound to the agent's name. */
export function hashAgentSecret(canonicalName: string, secret: string): string {
  return keyedHash("agent secrets", `${canonicalName}\n${secret}`).toString("hex");
}

/** True for the secret an agent was given. */
export function isAgentSecret(canonicalName: string, secret: string, secretHmac: string): boolean {
  return isSameSecret(hashAgentSecret(canonicalName, secret), secretHmac) && FORM.test(secret);
}
