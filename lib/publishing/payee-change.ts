import type { Database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import { payeeOf, type Terms } from "@/lib/registry/versions/decide-terms";

/** Another wallet is paid from a version on. */
export interface PayeeChange {
  /** The wallet that the version before it pays; null where that is free. */
  before: string | null;
  after: string;
}

/** Who uploads: a person or a program of an account, an agent that belongs to one, or null for the market itself. */
export type Uploader = Actor | { agent: string } | null;

/**
 * How a version changes who is paid, held against the one before it; null for a first version, a free one and the
 * same wallet.
 */
export function findPayeeChange(before: Terms | null, next: Terms): PayeeChange | null {
  const [paidBefore, after] = [before && payeeOf(before), payeeOf(next)];
  return before === null || after === null || after === paidBefore ? null : { before: paidBefore, after };
}

/**
 * Whoever finds an open session lets nobody else be paid: a person confirms that it is them. A program with a key
 * publishes by itself, so it is not asked; the owner is told of both. Call it once the account is held, with the
 * transaction of the version. Throws CONFIRMATION_REQUIRED.
 */
export async function guardPayee(
  db: Database,
  { after }: PayeeChange,
  { by, accountId, version }: { by: Uploader; accountId: string; version: { id: string; name: string } },
  now: Date,
): Promise<void> {
  if (by === null) return;
  if ("session" in by && by.session !== null) await assertConfirmed(db, by, now);
  await recordAccessChange(db, { accountId, change: "payee-changed", what: after, version, by }, now);
}
