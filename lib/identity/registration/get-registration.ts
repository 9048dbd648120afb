import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { awaitsPassword, type ConfirmedLink } from "@/lib/identity/passwords/awaits-password";
import { getAccount } from "@/lib/identity/accounts/get-account";
import { hashLinkToken } from "@/lib/identity/agents/claim-link";
import { maskEmailAddress } from "@/lib/identity/email/email-address";
import { findRegistration, type RegistrationRow } from "@/lib/identity/registration/registrations-repository";

const MAX_TOKEN_CHARACTERS = 200;

/** What the page of a registration's link shows. */
export interface RegistrationView {
  state: "ready" | "expired" | "done";
  /** The name that was asked for; of a finished one, the name the account has. */
  username: string;
  /** Masked. */
  email: string;
  /** A password can be set now. */
  maySetPassword: boolean;
}

/** The registration behind the token of a link. Throws CLAIM_TOKEN_INVALID. */
export async function readRegistration(db: Database, token: unknown): Promise<RegistrationRow> {
  const isToken = typeof token === "string" && token !== "" && token.length <= MAX_TOKEN_CHARACTERS;
  const row = isToken ? await findRegistration(db, hashLinkToken(token)) : null;
  if (row) return row;
  throw new DomainError("CLAIM_TOKEN_INVALID", "There is no registration for this token.");
}

/** What a link would do, or has done: looking changes nothing. Throws CLAIM_TOKEN_INVALID. */
export async function getRegistration(token: unknown, clock: Clock = systemClock): Promise<RegistrationView> {
  const registration = await readRegistration(database(), token);
  const { usedAt, expiresAt, username, email, accountId } = registration;
  const confirmed = confirmedOf(registration);
  const unused = expiresAt <= clock.now() ? "expired" : "ready";
  return {
    state: usedAt === null ? unused : "done",
    username: accountId === null ? username : (await getAccount(accountId)).username,
    email: maskEmailAddress(email),
    maySetPassword: confirmed !== null && (await awaitsPassword(confirmed, clock.now())),
  };
}

/**
 * The confirmed registration of this hash of a token: its account, and the address its link was sent to; null for any
 * other hash.
 */
export async function findConfirmedRegistration(tokenHash: string): Promise<ConfirmedLink | null> {
  const row = await findRegistration(database(), tokenHash);
  return row && confirmedOf(row);
}

function confirmedOf({ accountId, email, createdAt, usedAt }: RegistrationRow): ConfirmedLink | null {
  return accountId === null || usedAt === null ? null : { accountId, email, askedAt: createdAt, usedAt };
}
