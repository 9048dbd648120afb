import { createHmac, randomBytes } from "node:crypto";

/** How a secret is shown, before its base64 (Standard Webhooks, "Webhook signatures"). */
const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new secret, as it is shown to the owner of an endpoint. */
export const newSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");

export interface Message {
  /** `webhook-id`: the same at each try. */
  id: string;
  sentAt: Date;
  /** The bytes of the body, which are what is signed. */
  body: string;
}

/**
 * The headers of a message: `v1` is HMAC-SHA-256 under the decoded secret over id, seconds since 1970 and body, joined by
 * full stops (Standard Webhooks, "Signature scheme").
 */
export function webhookHeaders({ id, sentAt, body }: Message, secret: string): Record<string, string> {
  const seconds = String(Math.floor(sentAt.getTime() / 1000));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${signature}`,
  };
}
