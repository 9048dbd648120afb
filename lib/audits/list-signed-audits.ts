import { VERDICTS, type Verdict } from "@/lib/audits/audit-statement";
import { toSealView } from "@/lib/audits/seals/list-seals";
import { listSealRows } from "@/lib/audits/seals/seals-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { SealView } from "@/lib/registry/views";

const MOST = 50;

/** One signed verdict with what its verifier wrote: the note that was signed, and why it was taken back. */
export interface SignedAuditView extends SealView {
  verdict: Verdict;
  note: string | null;
  /** When the verifier took it back, and why; null while they stand by it. */
  revoked: { at: string; reason: string | null } | null;
}

/**
 * Everything verifiers have signed about a version and about the one whose audit it carries, newest first: seals,
 * requests for changes and challenges alike. All of it is public; only a seal can count. One query.
 */
export async function listSignedAudits(
  versionId: string,
  clock: Clock = systemClock,
): Promise<SignedAuditView[]> {
  const rows = await listSealRows(database(), { standingFor: versionId, everyVerdict: true, take: MOST });
  return rows.map((row) => ({
    ...toSealView(row, clock.now()),
    verdict: VERDICTS.find((verdict) => verdict === row.verdict) ?? "changes_requested",
    note: row.note,
    revoked: row.revokedAt === null ? null : { at: row.revokedAt.toISOString(), reason: row.revokeReason },
  }));
}
