import { sealCounts } from "@/lib/audits/seals/seal-counts";
import { findAudit } from "@/lib/audits/repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";

export interface AuditView {
  id: string;
  slug: string;
  version: string;
  verdict: string;
  scope: string;
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
  const row = await findAudit(database(), auditId);
  if (!row) throw new DomainError("AUDIT_NOT_FOUND", "There is no audit with this id.");
  const { version, verifier, ...audit } = row;
  const facts = {
    ...audit,
    versionDigest: version.packageDigest,
    verifierRevokedAt: verifier.revokedAt,
    upheldAt: version.challenges[0]?.decidedAt ?? null,
  };
  return {
    id: audit.id,
    slug: version.skill.slug,
    version: version.version,
    verdict: audit.verdict,
    scope: audit.scope,
    verifierName: verifier.displayName,
    verifierAddress: verifier.address,
    packageDigest: audit.packageDigest,
    note: audit.note,
    findings: audit.findings,
    issuedAt: audit.issuedAt.toISOString(),
    expiresAt: audit.expiresAt.toISOString(),
    revokedAt: audit.revokedAt?.toISOString() ?? null,
    revokeReason: audit.revokeReason,
    counts: sealCounts(facts, clock.now()),
    payload: audit.payload,
    envelope: audit.envelope,
  };
}
