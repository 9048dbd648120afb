import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import { deleteReviewsUnderWay } from "@/lib/audits/review/repository";
import { setVerifierRevoked } from "@/lib/audits/verifiers/verifiers-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";

/**
 * Ends a verifier's enrolment: nothing signed from now on counts; seals signed before stay until they expire or are
 * revoked. Throws PERMISSION_DENIED, or REQUEST_INVALID for an address that is not enrolled.
 */
export async function endVerifier(
  by: Actor | "operator",
  address: string,
  clock: Clock = systemClock,
): Promise<void> {
  if (by !== "operator") assertAdministrator(by);
  const now = clock.now();
  await inTransaction(async (db) => {
    const verifierId = await setVerifierRevoked(db, address, now);
    if (verifierId === null)
      throw new DomainError("REQUEST_INVALID", "No verifier is enrolled with this wallet.");
    await deleteReviewsUnderWay(db, verifierId); // what they had reserved waits for others
    const actor = by === "operator" ? by : by.accountId;
    await recordAuditEvent(
      db,
      { kind: "verifier:ended", subjectId: verifierId, actor, data: { verifier: address } },
      now,
    );
  });
}
