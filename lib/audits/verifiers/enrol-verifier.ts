import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import {
  findWalletOwner,
  insertVerifier,
  listVerifierRows,
} from "@/lib/audits/verifiers/verifiers-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { sha256Digest } from "@/lib/kernel/digest";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { shareLockAccount } from "@/lib/identity/accounts/share-lock-account";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { newId } from "@/lib/kernel/ids";
import { assertMayDecideWho } from "@/lib/identity/decided-by";
import { readText } from "@/lib/kernel/read-reason";

export const MAX_NAME_CHARACTERS = 80;

/**
 * Enrols the account behind a wallet as a verifier; its signatures count from now on. Whose enrolment was ended gets
 * one anew, beside the former: what was signed under that one is judged by it alone. An applicant's signed text is kept
 * with the enrolment. `by` is an administrator, or "operator": the person at the machine's own console. `accountId` is
 * the account it has to be, if that is known; `alongside` happens in the same transaction. Throws PERMISSION_DENIED,
 * DECISION_NOT_ALLOWED for an administrator's own account (`assertMayDecideWho`), REQUEST_INVALID for a wallet that
 * never signed in, is another account's, or is enrolled already, and without a name, and what `alongside` throws.
 */
export async function enrolVerifier(
  by: Actor | "operator",
  given: {
    address: string;
    accountId?: string;
    displayName: string;
    keyStatement?: string | null;
    keySignature?: string | null;
  },
  clock: Clock = systemClock,
  alongside?: (db: Database) => Promise<void>,
): Promise<{ verifierId: string }> {
  const { address, keyStatement = null, keySignature = null } = given;
  if (by !== "operator") assertAdministrator(by);
  const accountId = await findWalletOwner(database(), address);
  if (accountId === null)
    throw wrongWallet("No account has signed in with this wallet. They sign in once, then you enrol them.");
  if (given.accountId !== undefined && given.accountId !== accountId)
    throw wrongWallet("The wallet belongs to another account now.");
  const displayName = readText(given.displayName, { name: "name", maxCharacters: MAX_NAME_CHARACTERS });
  const verifierId = newId("vrf");
  const enrolledAt = clock.now();
  try {
    await inTransaction(async (db) => {
      await shareLockAccount(db, accountId);
      const decided = by === "operator" ? {} : await assertMayDecideWho(db, by, accountId);
      await insertVerifier(db, {
        id: verifierId,
        accountId,
        address,
        displayName,
        keyStatement,
        keySignature,
        enrolledAt,
      });
      const actor = by === "operator" ? by : by.accountId;
      const keyDigest = keyStatement === null ? null : sha256Digest(keyStatement);
      const data = { verifier: address, name: displayName, keyStatementDigest: keyDigest, ...decided };
      await recordAuditEvent(
        db,
        { kind: "verifier:enrolled", subjectId: verifierId, actor, data },
        enrolledAt,
      );
      await alongside?.(db);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw wrongWallet("This account is enrolled already.");
  }
  return { verifierId };
}

const wrongWallet = (message: string) =>
  new DomainError("REQUEST_INVALID", message, {
    details: { errors: [{ pointer: "#/address", detail: message }] },
  });

export interface VerifierView {
  displayName: string;
  address: string;
  enrolledAt: string;
  revokedAt: string | null;
  /** True when the wallet signed a text of its own to become a verifier's key; otherwise only its sign-in binds it. */
  keySigned: boolean;
}

export async function listVerifiers(): Promise<VerifierView[]> {
  const rows = await listVerifierRows(database());
  return rows.map(({ displayName, address, enrolledAt, revokedAt, keySignature }) => ({
    displayName,
    address,
    enrolledAt: enrolledAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    keySigned: keySignature !== null,
  }));
}
