import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { findActorByUsername } from "@/lib/identity/accounts/accounts";
import { findRenamedAccount } from "@/lib/identity/accounts/rename-account";
import type { Actor } from "@/lib/identity/actor";
import {
  endPolicy,
  findPolicyInForce,
  insertPolicy,
  type StoredPolicy,
} from "@/lib/identity/policies/policies-repository";
import { signPolicy } from "@/lib/identity/policies/policy-statement";
import { systemClock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import type { DsseEnvelope } from "@/lib/log/attestation/dsse";
import { assertMaySign } from "@/lib/log/attestation/keys/keys";
import { platformKey } from "@/lib/log/attestation/platform-key";
import { policySchema, type Policy } from "@/lib/vetting/policy/policy";

/** What an account allows. */
export interface AccountPolicyView {
  account: { id: string; name: string };
  /** Counts the policies of the account; 0 while it never set one. */
  number: number;
  policy: Policy;
  /** Everybody may read it; else the account alone. */
  isPublic: boolean;
  /** Null for number 0. */
  setAt: Date | null;
}

/** A policy that asks for nothing. */
const NONE: Policy = { policyVersion: 1 };

/** The rules that hold for an account; null where it set none, or ones that ask for nothing. */
export async function findRulesOf(accountId: string): Promise<Policy | null> {
  const stored = await findPolicyInForce(database(), accountId);
  if (stored === null) return null;
  const policy = policySchema.parse(stored.policy);
  return Object.keys(policy).every((member) => member in NONE || member === "$schema") ? null : policy;
}

/** The policy of the actor's account. */
export async function getOwnPolicy({ accountId, username }: Actor): Promise<AccountPolicyView> {
  return toView({ id: accountId, name: username }, await findPolicyInForce(database(), accountId));
}

const toView = (account: AccountPolicyView["account"], stored: StoredPolicy | null): AccountPolicyView => ({
  account,
  number: stored?.number ?? 0,
  policy: stored === null ? NONE : policySchema.parse(stored.policy),
  isPublic: stored?.isPublic ?? false,
  setAt: stored?.setAt ?? null,
});

/**
 * The policy of the account that has this name or had it, for whoever may read it: everybody where it is public, else the
 * account itself. Throws NOT_FOUND, which does not say whether there is one that is not public.
 */
export async function getPolicyOf(name: string, reader: Actor | null): Promise<AccountPolicyView> {
  const actor = await findActorByUsername((await findRenamedAccount(name)) ?? name);
  const view = actor && (await getOwnPolicy(actor));
  if (view && (view.isPublic || reader?.accountId === view.account.id)) return view;
  throw new DomainError("NOT_FOUND", `${name.slice(0, 64)} has no policy that you may read.`);
}

/**
 * Puts a policy in the place of the one with the number `expected` (0: there was none), in one transaction. Of several at
 * once one does it. Throws POLICY_CHANGED where another one is in force by now.
 */
export async function setOwnPolicy(
  actor: Actor,
  { policy, isPublic, expected }: { policy: Policy; isPublic: boolean; expected: number },
): Promise<AccountPolicyView> {
  const { accountId } = actor;
  const now = systemClock.now();
  const isSet = await inTransaction(async (tx) => {
    if (expected > 0 && !(await endPolicy(tx, { accountId, number: expected, endedAt: now }))) return false;
    return insertPolicy(tx, { accountId, number: expected + 1, policy, isPublic, setAt: now });
  });
  if (isSet) return getOwnPolicy(actor);
  const { number } = await getOwnPolicy(actor);
  throw new DomainError(
    "POLICY_CHANGED",
    `The policy was changed meanwhile: number ${number} is in force, not ${expected}. Read it again.`,
    { details: { number } },
  );
}

/** The same with the market's signature, for who checks it without asking. */
export async function signAccountPolicy({
  account,
  number,
  policy,
  setAt,
}: AccountPolicyView): Promise<{ keyId: string; envelope: DsseEnvelope }> {
  const key = platformKey();
  await assertMaySign(key.keyId, systemClock);
  const signed = {
    account,
    number,
    policy,
    setAt: setAt?.toISOString() ?? null,
    issuedAt: systemClock.now().toISOString(),
  };
  return { keyId: key.keyId, envelope: signPolicy(signed, key) };
}
