import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import { deleteReviewsUnderWay } from "@/lib/audits/review/repository";
import { findVerifierOfAccount, setVerifierRevoked } from "@/lib/audits/verifiers/verifiers-repository";
import type { Database } from "@/lib/db/client";

/**
 * Ends an account's part in auditing, in the caller's transaction: the versions it has reserved are free, and its enrolment ends as `endVerifier` ends one. What it signed stands as before.
 */
export async function endAuditRoles(db: Database, accountId: string, now: Date): Promise<void> {
  const verifier = await findVerifierOfAccount(db, accountId);
  if (!verifier) return;
  await deleteReviewsUnderWay(db, verifier.id);
  const { id: subjectId, address } = verifier;
  if ((await setVerifierRevoked(db, address, now)) === null) return;
  await recordAuditEvent(
    db,
    { kind: "verifier:ended", subjectId, actor: accountId, data: { verifier: address } },
    now,
  );
}
