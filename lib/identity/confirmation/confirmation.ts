import { type Database, database } from "@/lib/db/client";
import { findAccount, findCredentials, findWallet } from "@/lib/identity/accounts/accounts-repository";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import type { Actor, ActorSession } from "@/lib/identity/actor";
import { hasIssuerIdentity } from "@/lib/identity/issuers/repository";
import { isSessionEnded } from "@/lib/identity/sessions/sessions-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { isPassword } from "@/lib/identity/passwords/password";
import { takeSignInChallenge, type SignInAttempt } from "@/lib/identity/wallets/sign-in-challenge";

export const CONFIRMED_FOR_MINUTES = 15;

/**
 * Whether the person behind a session has proven that it is them within the last quarter of an hour: they have
 * signed in, given the password, or signed with a linked wallet. Never true for a program. For pages; what is done
 * asks `assertConfirmed`.
 */
export function isConfirmed({ session }: Actor, clock: Clock = systemClock): boolean {
  return session !== null && isRecent(session, clock.now());
}

const isRecent = ({ confirmedAt }: ActorSession, now: Date) =>
  now.getTime() - confirmedAt.getTime() < CONFIRMED_FOR_MINUTES * 60_000;

/**
 * Whether a session proves now that its person is the owner of the account, as that is now: the proof is recent, no
 * session of the account was ended since, and the wallets that opened and confirmed it are still the account's. Whether
 * this one session was ended is asked apart (`isSessionEnded`).
 */
export function provesOwner(
  session: ActorSession,
  account: { sessionVersion: number; wallets: readonly { address: string }[] } | null,
  now: Date,
): boolean {
  if (account === null || account.sessionVersion !== session.version || !isRecent(session, now)) return false;
  const opensIt = (address: string | null) =>
    address === null || account.wallets.some((wallet) => wallet.address === address);
  return opensIt(session.wallet) && opensIt(session.confirmedBy);
}

/**
 * The one rule for what changes who gets into an account, or who has what is its own: whoever holds an old session, or
 * an API key, does none of it. Call it once the account is held (`shareLockAccount`): it is asked again then whether the
 * session still counts, and whether the wallet that proved it is still the account's, so that of ending it and using it
 * at once the later sees the earlier. Throws CONFIRMATION_REQUIRED.
 */
export async function assertConfirmed(db: Database, actor: Actor, now: Date): Promise<void> {
  const { session } = actor;
  if (session === null) throw confirmationRequired();
  const account = await findAccount(db, actor.accountId);
  if (!provesOwner(session, account, now)) throw confirmationRequired();
  if (session.id !== null && (await isSessionEnded(db, session.id))) throw confirmationRequired();
  const { accountId } = actor;
  const id = session.issuerIdentity;
  if (id !== undefined && !(await hasIssuerIdentity(db, { id, accountId }))) throw confirmationRequired();
}

/** Holds the actor's account, then asks `assertConfirmed`. Throws what the two throw. */
export async function holdConfirmed(db: Database, actor: Actor, now: Date): Promise<void> {
  await shareLockAccount(db, actor.accountId);
  await assertConfirmed(db, actor, now);
}

/**
 * The same actor, who has proven this moment that it is them. Throws CONFIRMATION_REQUIRED for one without a session.
 */
export function confirmedNow(actor: Actor, by: { wallet: string | null; now: Date }): Actor {
  if (actor.session === null) throw confirmationRequired();
  return { ...actor, session: { ...actor.session, confirmedAt: by.now, confirmedBy: by.wallet } };
}

const confirmationRequired = () =>
  new DomainError("CONFIRMATION_REQUIRED", "Confirm it is you first, with your password or a wallet.");

/**
 * Whoever acts proves by the password of the account that it is them: the same actor, confirmed now. Throws AUTH_FAILED
 * for a wrong password and an account without one alike, and CONFIRMATION_REQUIRED for an actor without a session.
 */
export async function confirmWithPassword(
  actor: Actor,
  password: string,
  clock: Clock = systemClock,
): Promise<Actor> {
  const hash = (await findCredentials(database(), actor.accountId))?.passwordHash ?? null;
  if (!(await isPassword(password, hash))) throw new DomainError("AUTH_FAILED", "The password is incorrect.");
  return confirmedNow(actor, { wallet: null, now: clock.now() });
}

/**
 * Whoever acts proves by a wallet of the account that it is them, with the answer to a sign-in question: the same
 * actor, confirmed now. Throws what `takeSignInChallenge` throws, SIGN_IN_SIGNATURE_INVALID for a wallet that is not
 * the account's, and CONFIRMATION_REQUIRED for an actor without a session.
 */
export async function confirmWithWallet(actor: Actor, attempt: SignInAttempt): Promise<Actor> {
  const address = await takeSignInChallenge(attempt);
  const wallet = await findWallet(database(), address);
  if (wallet?.accountId !== actor.accountId) {
    throw new DomainError("SIGN_IN_SIGNATURE_INVALID", "This wallet does not sign in to your account.");
  }
  return confirmedNow(actor, { wallet: address, now: systemClock.now() });
}
