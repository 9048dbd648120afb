import { VERDICTS, type Verdict } from "@/lib/audits/audit-statement";
import { CHECKLIST, type ChecklistItem } from "@/lib/audits/review/checklist";
import { parseStatement } from "@/lib/audits/seals/verify-seal";
import { listSealRows } from "@/lib/audits/seals/seals-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { SealView } from "@/lib/registry/views";

const MOST = 50;

/** One signed verdict with what its verifier wrote: the note that was signed, and why it was taken back. */
export interface SignedAuditView extends SealView {
  verdict: Verdict;
  note: string | null;
  /** What its statement says that the verifier did, and the market found; null where it says nothing of it. */
  checklist: { verifier: ChecklistItem[]; market: ChecklistItem[] } | null;
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
  const now = clock.now();
  const rows = await listSealRows(database(), {
    standingFor: versionId,
    everyVerdict: true,
    now,
    take: MOST,
  });
  return rows.map((row) => ({
    ...row.seal,
    verdict: VERDICTS.find((verdict) => verdict === row.verdict) ?? "changes_requested",
    note: row.note,
    checklist: readChecklist(row.payload),
    revoked: row.revokedAt === null ? null : { at: row.revokedAt.toISOString(), reason: row.revokeReason },
  }));
}

function readChecklist(payload: string): SignedAuditView["checklist"] {
  const said = parseStatement(payload)?.predicate.checklist;
  if (!said) return null;
  const known = (items: readonly string[]) => CHECKLIST.filter((item) => items.includes(item));
  return { verifier: known(said.verifier), market: known(said.market) };
}
