import { type AuditDuty, findDuty } from "@/lib/audits/audit-duty";
import { database } from "@/lib/db/client";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { findVersionDuty } from "@/lib/catalogue/dashboard/under-way-repository";
import type { Bump, Difference } from "@/lib/registry/differences/difference";

export interface VersionDutyView {
  /** The release it was compared with; null for a first one. */
  base: string | null;
  requiredBump: Bump | null;
  differences: Difference[];
  duty: AuditDuty;
  /** The version whose audit it carries, while that is in force. */
  carriedFrom: string | null;
  /** Since when its owner asks for an audit; null while nobody does. */
  auditAskedAt: string | null;
  /** Its package has an icon that breaks a rule (`readIcon`), so that the mark made of its name stands there. */
  isIconRefused: boolean;
}

/** What a version changed, which audit that asks for, and what it lacks. Throws VERSION_NOT_FOUND. */
export async function getVersionDuty(
  versionId: string,
  clock: Clock = systemClock,
): Promise<VersionDutyView> {
  const row = await findVersionDuty(database(), versionId);
  if (!row) throw new DomainError("VERSION_NOT_FOUND", "There is no such version.");
  const { duty } = await findDuty(database(), versionId, clock.now());
  return {
    base: row.previousVersion?.version ?? null,
    requiredBump: row.requiredBump as Bump | null,
    differences: (row.differences ?? []) as unknown as Difference[],
    duty,
    carriedFrom: duty === "none" ? (row.auditCarriedFrom?.version ?? null) : null,
    auditAskedAt: row.auditAskedAt?.toISOString() ?? null,
    isIconRefused: row.iconDigest === null && row.files.length > 0,
  };
}
