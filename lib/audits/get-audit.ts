import { findAuditedVersion, findSigned } from "@/lib/audits/repository";
import { coveredFiles, coveredList } from "@/lib/audits/review/covered-files";
import { readPairs } from "@/lib/audits/review/find-cover";
import { listSealRows } from "@/lib/audits/seals/seals-repository";
import { parseStatement } from "@/lib/audits/seals/verify-seal";
import type { AuditScope, SealView } from "@/lib/registry/views";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";

/** One signed audit. `counts` is true while it seals its version. */
export interface AuditView extends Omit<SealView, "auditId" | "verifierUsername"> {
  id: string;
  verdict: string;
  /** The list of the files that a seal covers, whose digest is in its statement; null where that has none. */
  coveredFiles: string | null;
  note: string | null;
  /** What was decided about each finding, the exact text whose digest is in the statement; null for older audits. */
  findings: string | null;
  revokedAt: string | null;
  revokeReason: string | null;
  payload: string;
  /** DSSE envelope, for anybody to verify offline. */
  envelope: unknown;
}

/** One public audit record. Throws AUDIT_NOT_FOUND. */
export async function getAudit(auditId: string, clock: Clock = systemClock): Promise<AuditView> {
  const now = clock.now();
  const [[row], signed] = await Promise.all([
    listSealRows(database(), { auditId, everyVerdict: true, now, take: 1 }),
    findSigned(database(), auditId),
  ]);
  if (!row || !signed) throw new DomainError("AUDIT_NOT_FOUND", "There is no audit with this id.");
  const { auditId: id, verifierUsername: _, ...seal } = row.seal;
  return {
    ...seal,
    id,
    verdict: row.verdict,
    coveredFiles: await describeCovered(seal.scope, signed),
    note: row.note,
    findings: signed.findings,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokeReason: row.revokeReason,
    payload: signed.payload,
    envelope: signed.envelope,
  };
}

/** Packages do not change, so the list is made again from both. */
async function describeCovered(
  scope: AuditScope,
  { payload, versionId, restsOn }: NonNullable<Awaited<ReturnType<typeof findSigned>>>,
): Promise<string | null> {
  if (parseStatement(payload)?.predicate.coveredFiles === undefined) return null;
  const [base] = restsOn;
  const baseId = base === undefined ? null : await findAuditedVersion(database(), base);
  return coveredList(coveredFiles(await readPairs(database(), versionId, baseId), scope));
}
