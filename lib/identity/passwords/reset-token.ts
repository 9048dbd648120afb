import type { CredentialsRow } from "@/lib/identity/accounts/accounts-repository";
import { isSameSecret } from "@/lib/kernel/is-same-secret";
import { keyedHash } from "@/lib/config/server-key";

const PARTS = 3;
const BASE = 36;

/** What a link to a new password says of itself; whether it is true, `isResetToken` tells. */
export interface ResetToken {
  accountId: string;
  expiresAt: Date;
  proof: string;
}

/**
 * A link token that needs no row of its own: it holds until its time is over or the password, the address or the
 * sessions of the account change, so it can be used once, newer ones do not outlive it, and it opens nothing from a
 * mailbox that is the account's no more.
 */
export function createResetToken(account: CredentialsRow, expiresAt: Date): string {
  return [account.id, expiresAt.getTime().toString(BASE), proofOf(account, expiresAt)].join(".");
}

/** Reads a token; null for any other text. */
export function readResetToken(text: string): ResetToken | null {
  const [accountId = "", time = "", proof = "", ...rest] = text.split(".", PARTS + 1);
  const expiresAt = new Date(Number.parseInt(time, BASE));
  if (
    rest.length > 0 ||
    accountId.includes("\0") ||
    accountId === "" ||
    proof === "" ||
    Number.isNaN(expiresAt.getTime())
  )
    return null;
  return { accountId, expiresAt, proof };
}

/** Whether the market made this token for the account as it is now. */
export function isResetToken({ proof, expiresAt }: ResetToken, account: CredentialsRow): boolean {
  return isSameSecret(proof, proofOf(account, expiresAt));
}

function proofOf(account: CredentialsRow, expiresAt: Date): string {
  const { id, email, passwordHash, sessionVersion } = account;
  const text = JSON.stringify([id, expiresAt.getTime(), email, passwordHash, sessionVersion]);
  return keyedHash("password resets", text).toString("base64url");
}
