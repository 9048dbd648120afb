import { database, type Database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation, retryOnUniqueViolation } from "@/lib/db/transaction";
import { findCredentials } from "@/lib/identity/accounts/accounts-repository";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import type { Actor } from "@/lib/identity/actor";
import { holdConfirmed } from "@/lib/identity/confirmation/confirmation";
import { openAccountByEmail } from "@/lib/identity/email/open-account-by-email";
import {
  decideClaims,
  type ClaimsRefusal,
  type IssuerClaims,
  type IssuerRule,
} from "@/lib/identity/issuers/decide-claims";
import {
  deleteIssuerIdentity,
  findIssuerIdentity,
  insertIssuerIdentity,
  listIssuerIdentities,
} from "@/lib/identity/issuers/repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { Locale } from "@/lib/platform/i18n/routing";

/** Who came in by an issuer. */
export interface EnteredByIssuer {
  accountId: string;
  username: string;
  sessionVersion: number;
  /** The identity that let them in. */
  issuerIdentity: string;
  /** The account has neither a password nor a wallet: what the issuer says is all the proof that its person has. */
  isOnlyProof: boolean;
  /** The account was opened now. */
  isNew: boolean;
}

export type IssuerRefusal = ClaimsRefusal | "not_linked" | "linked_elsewhere";

/** How an issuer is named where changes of an account are told: by its id in the settings. */
type NamedRule = IssuerRule & { id: string };

/**
 * The account that an identity at an issuer lets into, whose token was checked before. An identity that is not known
 * opens or joins the account of its address where the issuer is trusted for the address (`decideClaims`); else it is
 * refused, and nothing is said of whether the address has an account. The owner of an account that is joined is told.
 */
export async function enterByIssuer(
  rule: NamedRule,
  claims: IssuerClaims,
  { locale, clock = systemClock }: { locale: Locale; clock?: Clock },
): Promise<EnteredByIssuer | { refused: IssuerRefusal }> {
  const decided = decideClaims(rule, claims);
  if ("refused" in decided) return decided;
  const key = { issuer: rule.issuer, subject: claims.sub };
  const { email } = decided;
  // Somebody may open the account, or come in with the same identity, between our look and our insert.
  return retryOnUniqueViolation(() =>
    inTransaction(async (tx) => {
      const known = await findIssuerIdentity(tx, key);
      if (known) return entered(tx, known, false);
      if (email === null) return { refused: "not_linked" as const };
      const now = clock.now();
      const wish = {
        id: newId("acc", now.getTime()),
        mailLocale: locale,
        askedAt: now,
        keyless: true,
      } as const;
      const { accountId } = await openAccountByEmail(tx, email, now, wish);
      const isNew = accountId === wish.id;
      const others = await listIssuerIdentities(tx, accountId);
      // The address has passed to somebody else at the issuer, or they have two identities there.
      if (others.some(({ issuer }) => issuer === rule.issuer))
        return { refused: "linked_elsewhere" as const };
      const identity = { id: newId("iid", now.getTime()), ...key, accountId, createdAt: now };
      await insertIssuerIdentity(tx, identity);
      if (!isNew)
        await recordAccessChange(
          tx,
          { accountId, change: "issuer-linked", what: rule.id, by: "issuer" },
          now,
        );
      return entered(tx, identity, isNew);
    }),
  );
}

async function entered(
  db: Database,
  { id, accountId }: { id: string; accountId: string },
  isNew: boolean,
): Promise<EnteredByIssuer> {
  const account = await findCredentials(db, accountId);
  if (!account) throw new DomainError("AUTH_FAILED", "This account no longer exists.");
  const { username, sessionVersion, passwordHash, wallets } = account;
  const isOnlyProof = passwordHash === null && wallets.length === 0;
  return { accountId, username, sessionVersion, issuerIdentity: id, isOnlyProof, isNew };
}

/**
 * Lets an identity at an issuer into the actor's account from now on: its token is one proof, the session the other.
 * Linking one's own again changes nothing. Throws CONFIRMATION_REQUIRED, and AUTH_FAILED for an account that was closed
 * meanwhile.
 */
export async function linkIssuer(
  actor: Actor,
  rule: NamedRule,
  claims: IssuerClaims,
): Promise<{ refused: IssuerRefusal } | null> {
  const decided = decideClaims(rule, claims);
  if ("refused" in decided) return decided;
  const key = { issuer: rule.issuer, subject: claims.sub };
  const { accountId } = actor;
  try {
    await inTransaction(async (tx) => {
      const now = systemClock.now();
      await holdConfirmed(tx, actor, now);
      await insertIssuerIdentity(tx, { id: newId("iid", now.getTime()), ...key, accountId, createdAt: now });
      await recordAccessChange(tx, { accountId, change: "issuer-linked", what: rule.id, by: actor }, now);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const known = await findIssuerIdentity(database(), key);
    if (known?.accountId !== accountId) return { refused: "linked_elsewhere" };
  }
  return null;
}

/**
 * Takes an identity off the actor's account; whoever signed in by it is signed out. `what` names the issuer for the
 * owner. Throws CONFIRMATION_REQUIRED, and NOT_FOUND for one that is not the account's.
 */
export async function unlinkIssuer(actor: Actor, { id, what }: { id: string; what: string }): Promise<void> {
  await inTransaction(async (tx) => {
    const now = systemClock.now();
    const { accountId } = actor;
    await holdConfirmed(tx, actor, now);
    if (!(await deleteIssuerIdentity(tx, { id, accountId })))
      throw new DomainError("NOT_FOUND", "This sign-in is not linked to your account.");
    await recordAccessChange(tx, { accountId, change: "issuer-unlinked", what, by: actor }, now);
  });
}

/** An identity that lets into an account, as its owner sees it. */
export interface LinkedIssuer {
  id: string;
  issuer: string;
  linkedAt: string;
}

/** First linked first. */
export async function listLinkedIssuers(accountId: string): Promise<LinkedIssuer[]> {
  const rows = await listIssuerIdentities(database(), accountId);
  return rows.map(({ id, issuer, createdAt }) => ({ id, issuer, linkedAt: createdAt.toISOString() }));
}
