import { auditDuty, type AuditDuty } from "@/lib/audits/audit-duty";
import { findVerifierOfAccount, listUnsealedVersions } from "@/lib/audits/repository";
import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";

const MAX_ROWS = 100;

export interface QueueRow {
  versionId: string;
  slug: string;
  version: string;
  description: string;
  contentLanguage: string;
  duty: AuditDuty;
  sizeBytes: number;
  calls7d: number;
  publishedAt: string;
  /** The verifier's own skill: it can be read, not audited. */
  own: boolean;
}

/** What waits for an audit, longest waiting first. Throws VERIFIER_REQUIRED. */
export async function listQueue(accountId: string, clock: Clock = systemClock): Promise<QueueRow[]> {
  const verifier = await findVerifierOfAccount(database(), accountId);
  if (!verifier) throw new DomainError("VERIFIER_REQUIRED", "Only enrolled verifiers see the queue.");
  const rows = await listUnsealedVersions(database(), { now: clock.now(), limit: MAX_ROWS });
  return rows.map(({ skill, ...row }) => ({
    versionId: row.id,
    slug: skill.slug,
    version: row.version,
    description: skill.description,
    contentLanguage: skill.contentLanguage,
    duty: auditDuty(row.versionChange, row.requiredBump),
    sizeBytes: row.packageSizeBytes,
    calls7d: skill.calls7d,
    publishedAt: (row.publishedAt ?? clock.now()).toISOString(),
    own: skill.ownerId === accountId,
  }));
}
