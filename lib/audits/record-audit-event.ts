import { insertAuditEvent } from "@/lib/audits/audits-repository";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { newsOfAuditEvent } from "@/lib/log/events/notices/news-of-audit-event";
import { mailNews } from "@/lib/log/events/notices/mail-news";
import { appendToLog, type NewLogEntry } from "@/lib/log/transparency/append-to-log";

interface AuditEvent extends NewLogEntry {
  /** Kind of the market's own event, where it says more than the log's. */
  event?: string;
  /** Who did it: a wallet, an account or "operator". */
  actor: string;
}

/**
 * Writes an event, its entry in the transparency log and, if it is news to them, to the owner of the skill, in the
 * caller's transaction.
 */
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
  const news = await newsOfAuditEvent(db, entry);
  if (news) await mailNews(db, news, { of: { versionId: entry.subjectId }, actor, now: at });
  await appendToLog(db, entry, at);
}
