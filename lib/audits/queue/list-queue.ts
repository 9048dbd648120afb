import type { AuditDuty } from "@/lib/audits/queue/audit-duty";
import { findDuties } from "@/lib/audits/queue/find-duty";
import { listUnsealedVersions } from "@/lib/audits/queue/queue-repository";
import { findVerifierOfAccount } from "@/lib/audits/verifiers/verifiers-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";

export interface Queue {
  rows: QueueRow[];
  /** More wait behind these. */
  more: boolean;
}

export interface QueueRow {
  versionId: string;
  slug: string;
  version: string;
  description: string;
  contentLanguage: string;
  duty: AuditDuty;
  auditState: "Unverified" | "Optimistic";
  bondLamports: string | null;
  sizeBytes: number;
  calls7d: number;
  publishedAt: string;
  /** Since when its owner asks for an audit; null while nobody does. */
  auditAskedAt: string | null;
  /** The skill is, or was, the verifier's own: it can be read, not audited. */
  own: boolean;
  /** Who has reserved it, until when; null when nobody has. */
  claim: { mine: boolean; verifierName: string; until: string } | null;
}

/**
 * What waits for an audit: those that were asked for, the longest asked first; then the others, longest waiting first.
 * Throws VERIFIER_REQUIRED.
 */
export async function listQueue(
  accountId: string,
  { page = 1, limit = 100 }: { page?: number; limit?: number } = {},
  clock: Clock = systemClock,
): Promise<Queue> {
  const verifier = await findVerifierOfAccount(database(), accountId);
  if (!verifier) throw new DomainError("VERIFIER_REQUIRED", "Only enrolled verifiers see the queue.");
  const now = clock.now();
  const found = await listUnsealedVersions(database(), {
    accountId,
    now,
    limit: limit + 1,
    skip: (page - 1) * limit,
  });
  const shown = found.slice(0, limit);
  const duties = await findDuties(
    database(),
    shown.map(({ versionId }) => versionId),
    now,
  );
  const rows = shown.map(({ claimedBy, claimedByName, claimedUntil, ...row }) => ({
    ...row,
    duty: duties.get(row.versionId)?.duty ?? "full",
    bondLamports: row.bondLamports?.toString() ?? null,
    publishedAt: row.publishedAt.toISOString(),
    auditAskedAt: row.auditAskedAt?.toISOString() ?? null,
    claim: claimedUntil && {
      mine: claimedBy === verifier.id,
      verifierName: claimedByName ?? "",
      until: claimedUntil.toISOString(),
    },
  }));
  return { rows, more: found.length > limit };
}
