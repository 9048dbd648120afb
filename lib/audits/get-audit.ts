import { sealCounts } from "@/lib/audits/seals/seal-counts";
import { findAuditedVersion, findSigned } from "@/lib/audits/repository";
import { coveredFiles, coveredList } from "@/lib/audits/review/covered-files";
import { readPairs } from "@/lib/audits/review/find-cover";
import { listSealRows } from "@/lib/audits/seals/seals-repository";
import { parseStatement } from "@/lib/audits/seals/verify-seal";
import type { AuditScope } from "@/lib/registry/views";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";

export interface AuditView {
  id: string;
  slug: string;
  version: string;
  verdict: string;
  scope: AuditScope;
  /** The version whose difference was read; null where every file was. */
  baseVersion: string | null;
  /** The list of the files that a seal covers, whose digest is in its statement; null where that has none. */
  coveredFiles: string | null;
  verifierName: string;
  verifierAddress: string;
  packageDigest: string;
  note: string | null;
  /** What was decided about each finding, the exact text whose digest is in the statement; null for older audits. */
  findings: string | null;
  issuedAt: string;
  expiresAt: string;
  revokedAt: string | null;
  revokeReason: string | null;
  /** True while this audit seals its version. */
  counts: boolean;
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
  return {
    id: row.id,
    slug: row.slug,
    version: row.version,
    verdict: row.verdict,
    scope: row.scope,
    baseVersion: row.baseVersion,
    coveredFiles: await describeCovered(row.scope, signed),
    verifierName: row.verifierName,
    verifierAddress: row.verifierAddress,
    packageDigest: row.packageDigest,
    note: row.note,
    findings: signed.findings,
    issuedAt: row.issuedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokeReason: row.revokeReason,
    counts: sealCounts(row, now),
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
