import { systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { insertAccount, insertWallet, type AccountRow } from "@/lib/identity/accounts/accounts-repository";
import { toActor } from "@/lib/identity/to-actor";
import type { Actor } from "@/lib/identity/actor";
import { findUsernameIssue } from "@/lib/identity/accounts/username";
import { newId } from "@/lib/kernel/ids";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";

export interface NewAccountRequest {
  username: string;
  email?: string;
  emailVerified?: boolean;
  role?: "member" | "administrator";
  wallet?: { address: string; kind: "wallet" | "demo" };
}

/**
 * Opens an account. Throws REQUEST_INVALID for a user name that cannot be one or that is taken, for a taken e-mail
 * address and for a text that is no address; WALLET_ALREADY_LINKED for a wallet that signs in elsewhere.
 */
export async function createAccount(request: NewAccountRequest, clock: Clock = systemClock): Promise<Actor> {
  const fault = findUsernameIssue(request.username);
  if (fault) throw invalidUsername(request.username, fault);
  if (request.wallet && !isSolanaAddress(request.wallet.address)) {
    throw new DomainError("REQUEST_INVALID", "The wallet is not a Solana address.");
  }
  try {
    return toActor(await inTransaction((tx) => insertAll(tx, request, clock.now())));
  } catch (error) {
    throw translated(error, request);
  }
}

async function insertAll(
  tx: Parameters<typeof insertAccount>[0],
  { username, email, emailVerified, role, wallet }: NewAccountRequest,
  now: Date,
): Promise<AccountRow> {
  const account = await insertAccount(tx, {
    id: newId("acc", now.getTime()),
    username,
    ...(email === undefined ? {} : { email: email.toLowerCase() }),
    ...(email !== undefined && emailVerified ? { emailVerifiedAt: now } : {}),
    ...(role === undefined ? {} : { role }),
    createdAt: now,
  });
  if (!wallet) return account;
  await insertWallet(tx, { ...wallet, accountId: account.id, createdAt: now });
  return { ...account, wallets: [{ ...wallet, createdAt: now }] };
}

function translated(error: unknown, { username }: NewAccountRequest): unknown {
  if (isUniqueViolation(error, "Accounts_username_key") || isUniqueViolation(error, "Usernames_pkey")) {
    return takenUsername(username);
  }
  if (isUniqueViolation(error, "Accounts_email_key")) {
    return new DomainError("REQUEST_INVALID", "There is already an account with this email address.");
  }
  if (isUniqueViolation(error, "Wallets_pkey")) {
    return new DomainError("WALLET_ALREADY_LINKED", "This wallet signs in to another account.");
  }
  return error;
}

export function takenUsername(username: string): DomainError {
  return new DomainError("REQUEST_INVALID", `The username "${username}" is taken.`, {
    details: { errors: [{ pointer: "#/username", detail: "taken" }] },
  });
}

export function invalidUsername(found: string, fault: "malformed" | "reserved"): DomainError {
  const message =
    fault === "reserved"
      ? `The username "${found}" is reserved.`
      : "A user name has 3 to 32 lower-case letters, digits and single hyphens inside.";
  return new DomainError("REQUEST_INVALID", message, {
    details: { errors: [{ pointer: "#/username", detail: fault }] },
  });
}
