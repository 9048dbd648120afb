import { createHmac, randomBytes } from "node:crypto";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { isSameSecret } from "@/lib/kernel/is-same-secret";
import { verifyEd25519 } from "@/lib/solana/ed25519";

const PURPOSE = "emporion verifier key v1";
const NONCE_BYTES = 16;
const MAX_AGE_MS = 60 * 60_000;
const MAX_CHARACTERS = 1_000;

export interface KeyStatementRequest {
  /** Host of the market, so that the text binds the key here and nowhere else. */
  market: string;
  accountId: string;
  address: string;
  /** Secret of this installation, with which it recognises its own texts. */
  secret: string;
}

export interface PreparedKeyStatement {
  /** The exact text shown and signed. */
  text: string;
  ticket: string;
}

/** What came back from the wallet. */
export interface SignedKeyStatement extends PreparedKeyStatement {
  /** Over the text's UTF-8 bytes, 64 bytes in base64. */
  signature: string;
}

/**
 * The text with which a wallet agrees to become the key of a verifier. Its first line tells it apart from a sign-in, an
 * audit and a transaction; the nonce makes each one its own.
 */
export function prepareKeyStatement(
  { market, accountId, address, secret }: KeyStatementRequest,
  clock: Clock = systemClock,
): PreparedKeyStatement {
  const text = [
    PURPOSE,
    "",
    `I ask to be a verifier of ${market}.`,
    "Audits signed with this key are mine. This text moves no funds and signs nobody in.",
    "",
    `Key: ${address}`,
    `Account: ${accountId}`,
    `Nonce: ${randomBytes(NONCE_BYTES).toString("hex")}`,
    `Issued: ${clock.now().toISOString()}`,
  ].join("\n");
  return { text, ticket: ticketFor(text, { accountId, address, secret }) };
}

/**
 * Holds a signed text against what this installation prepared for this account and key within the hour. Throws
 * AUDIT_STATEMENT_MISMATCH for another text or one too old, AUDIT_SIGNATURE_INVALID for another signature.
 */
export function assertKeyStatement(
  { text, ticket, signature }: SignedKeyStatement,
  { accountId, address, secret }: Pick<KeyStatementRequest, "accountId" | "address" | "secret">,
  clock: Clock = systemClock,
): void {
  const ours =
    text.length <= MAX_CHARACTERS && isSameSecret(ticket, ticketFor(text, { accountId, address, secret }));
  const issuedAt = Date.parse(/^Issued: (.+)$/m.exec(text)?.[1] ?? "");
  if (!ours || !(clock.now().getTime() - issuedAt <= MAX_AGE_MS))
    throw new DomainError(
      "AUDIT_STATEMENT_MISMATCH",
      "This is not the text that was prepared. Open the page again.",
      {
        details: { reason: ours ? "too_old" : "not_prepared" },
      },
    );
  if (!verifyEd25519(address, Buffer.from(text), Buffer.from(signature, "base64")))
    throw new DomainError(
      "AUDIT_SIGNATURE_INVALID",
      "The signature is not this wallet's signature of this text.",
    );
}

function ticketFor(
  text: string,
  { accountId, address, secret }: Pick<KeyStatementRequest, "accountId" | "address" | "secret">,
): string {
  return createHmac("sha256", secret)
    .update(`${PURPOSE}\0${accountId}\0${address}\0${text}`)
    .digest("base64url");
}
