import { insertAuditEvent } from "@/lib/audits/repository";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { appendToLog, type NewLogEntry } from "@/lib/transparency/append-entry";

interface AuditEvent extends NewLogEntry {
  /** Kind of the market's own event, where it says more than the log's. */
  event?: string;
  /** Who did it: a wallet, an account or "operator". */
  actor: string;
}

/** Writes an event and its entry in the transparency log, both in the caller's transaction. */
export async function recordAuditEvent(
  db: Database,
  { event, actor, ...entry }: AuditEvent,
  at: Date,
): Promise<void> {
  await insertAuditEvent(db, {
    id: newId("evt", at.getTime()),
    kind: event ?? entry.kind,
    subjectId: entry.subjectId,
    actor,
    data: entry.data,
    occurredAt: at,
  });
  await appendToLog(db, entry, at);
}
