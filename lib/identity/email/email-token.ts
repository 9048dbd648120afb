import { z } from "zod";
import type { CredentialsRow } from "@/lib/identity/accounts/accounts-repository";
import { seal, unseal } from "@/lib/config/seal";
import { keyedHash } from "@/lib/config/server-key";

const PURPOSE = "address changes";
const MAX_CHARACTERS = 1000;

const emailToken = z.object({
  accountId: z.string(),
  /** The address the mail went to. */
  email: z.string(),
  expiresAt: z.number().transform((time) => new Date(time)),
  /** What the account was like when the link was asked for; see `isForAccount`. */
  state: z.string(),
});

/** What a link that proves an address says. */
export type EmailToken = z.output<typeof emailToken>;

/**
 * A link token that needs no row of its own, and shows nobody the address: it is sealed. It holds until its time is
 * over, or the address or the sessions of the account change; so of several links one is used, once, and signing out
 * everywhere ends them all.
 */
export function createEmailToken(account: CredentialsRow, email: string, expiresAt: Date): string {
  const said = { accountId: account.id, email, expiresAt: expiresAt.getTime(), state: stateOf(account) };
  return Buffer.from(seal(PURPOSE, "", JSON.stringify(said))).toString("base64url");
}

/** Reads a token that the market made; null for any other text. */
export function readEmailToken(text: string): EmailToken | null {
  if (text.length > MAX_CHARACTERS) return null;
  try {
    return emailToken.parse(JSON.parse(unseal(PURPOSE, "", Buffer.from(text, "base64url"))));
  } catch {
    return null;
  }
}

/** Whether the account is still as it was when the link was asked for. */
export function isForAccount({ accountId, state }: EmailToken, account: CredentialsRow): boolean {
  return account.id === accountId && stateOf(account) === state;
}

/**
 * The moment an address was proven never comes again, so that a link used before is not right again after two changes.
 */
function stateOf({ email, emailVerifiedAt, sessionVersion }: CredentialsRow): string {
  const text = JSON.stringify([email, emailVerifiedAt?.getTime(), sessionVersion]);
  return keyedHash(PURPOSE, text).toString("base64url");
}
