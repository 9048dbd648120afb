import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { shareLockAccount, takenUsername } from "@/lib/identity/accounts/accounts";
import { readUsername } from "@/lib/identity/accounts/username";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import type { Actor } from "@/lib/identity/actor";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { lockFor, type ActsFor } from "@/lib/identity/organisations/act-for";
import { openOrganisation } from "@/lib/identity/organisations/open-organisation";
import { systemClock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordEvent } from "@/lib/log/events/events";
import { countFounded, insertMember, setPayee } from "@/lib/ownership/organisations/repository";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";

/** How many organisations an account founds: their names are never free again. */
export const MAX_FOUNDED = 10;

export interface Founding {
  actor: Actor;
  /** A user name. */
  name: string;
}

/**
 * Founds an organisation: an account without any way in, that its members act for. Its name is in the same space as
 * those of people, and whoever founds it is its first owner. The public log keeps both.
 *
 * Throws EMAIL_NOT_VERIFIED, CONFIRMATION_REQUIRED (a program with a key is not asked), REQUEST_INVALID for a name that
 * cannot be one or is taken, and PERMISSION_DENIED beyond ten.
 */
export async function foundOrganisation({ actor, name }: Founding): Promise<ActsFor> {
  const { accountId, username: by } = actor;
  if (!actor.reachable)
    throw new DomainError(
      "EMAIL_NOT_VERIFIED",
      "Confirm your email address before you found an organisation.",
    );
  const now = systemClock.now();
  return inTransaction(async (tx) => {
    await shareLockAccount(tx, accountId);
    if (!actor.apiKey) await assertConfirmed(tx, actor, now);
    if ((await countFounded(tx, accountId)) >= MAX_FOUNDED)
      throw new DomainError("PERMISSION_DENIED", `An account founds at most ${MAX_FOUNDED} organisations.`);
    const opened = await openOrganisation(tx, name, now);
    const { organisationId, organisation } = opened;
    const at = { createdAt: now, expiresAt: now, acceptedAt: now };
    const founder = { id: newId("mem", now.getTime()), organisationId, accountId, invitedById: accountId };
    await insertMember(tx, { ...founder, roles: ["owner"], ...at });
    const data = { organisation, by };
    await recordEvent(tx, { kind: "organisation:founded", accountId: organisationId, data }, now, accountId);
    return opened;
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? takenUsername(readUsername(name)) : error;
  });
}

export interface PayeeChange {
  actor: Actor;
  /** User name of the organisation. */
  organisation: string;
  /** A wallet, or the vault that several sign for. */
  payeeAddress: string;
}

/**
 * Names the wallet that new skills of an organisation pay, and that the price of any of its skills may name. It may be
 * an address that no key signs for alone, as the vault of a multisignature account is. What is paid elsewhere now stays
 * until somebody changes it there. Whoever handles its money is mailed, and the public log keeps it.
 *
 * Throws NOT_FOUND, PERMISSION_DENIED, CONFIRMATION_REQUIRED and REQUEST_INVALID for what is no address.
 */
export async function setOrganisationPayee({
  actor,
  organisation: name,
  payeeAddress,
}: PayeeChange): Promise<ActsFor & { payeeAddress: string }> {
  if (!isSolanaAddress(payeeAddress))
    throw new DomainError("REQUEST_INVALID", "The wallet is not a Solana address.", {
      details: { errors: [{ pointer: "#/payee", detail: "the address of a Solana account expected" }] },
    });
  const now = systemClock.now();
  return inTransaction(async (tx) => {
    const asked = { organisation: name, act: "money" } as const;
    const { organisationId, organisation, payeeAddress: payeeBefore } = await lockFor(tx, actor, asked);
    await assertConfirmed(tx, actor, now);
    const changed = { organisationId, organisation, payeeAddress };
    if (payeeBefore === payeeAddress) return changed;
    await setPayee(tx, organisationId, payeeAddress);
    const data = { organisation, by: actor.username, payeeBefore, payee: payeeAddress };
    const event = { kind: "organisation:payee-changed", accountId: organisationId, data } as const;
    await recordEvent(tx, event, now, actor.accountId);
    const what = { accountId: organisationId, change: "payee-changed", what: payeeAddress } as const;
    await recordAccessChange(tx, { ...what, by: actor }, now);
    return changed;
  });
}
