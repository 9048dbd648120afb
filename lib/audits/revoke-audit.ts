import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import { findRevocable, setAuditRevoked } from "@/lib/audits/repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { readReason } from "@/lib/kernel/read-reason";

/**
 * The verifier takes an audit back: from this moment it counts for nothing, on its version and on every patch that
 * carries it. The statement stays on record. Revoking again changes nothing. Throws AUDIT_NOT_FOUND, PERMISSION_DENIED
 * for anybody but the verifier who signed (also one who is no longer enrolled may), REQUEST_INVALID without a reason.
 */
export async function revokeAudit(
  { accountId, auditId, reason: given }: { accountId: string; auditId: string; reason: string },
  clock: Clock = systemClock,
): Promise<void> {
  const reason = readReason(given);
  const audit = await findRevocable(database(), auditId);
  if (!audit) throw new DomainError("AUDIT_NOT_FOUND", "There is no audit with this id.");
  if (audit.verifier.accountId !== accountId)
    throw new DomainError("PERMISSION_DENIED", "Only the verifier who signed an audit can revoke it.");
  const now = clock.now();
  await inTransaction(async (db) => {
    if (!(await setAuditRevoked(db, auditId, { at: now, reason }))) return;
    const { version, packageDigest, skill } = audit.version;
    await recordAuditEvent(
      db,
      {
        kind: "audit:revoked",
        subjectId: audit.versionId,
        actor: audit.verifier.address,
        data: { auditId, slug: skill.slug, version, packageDigest, verifier: audit.verifier.address, reason },
      },
      now,
    );
  });
}
