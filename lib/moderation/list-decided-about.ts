import { DAY_MS, systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { listDecidedRows, type DecidedRow } from "@/lib/moderation/repository";

/** So long it stands on the dashboard. */
const SHOWN_MS = 30 * DAY_MS;
const MOST = 10;

/** What administrators decided about something of somebody, for them to read. */
export interface DecidedAbout {
  what: "upheld-skill" | "upheld-set" | "withdrawn-set";
  /** Of the skill or set. */
  name: string;
  /** In the administrator's words. */
  reason: string;
  decidedAt: string;
}

const WHAT: Readonly<Record<DecidedRow["kind"], DecidedAbout["what"]>> = {
  "report:decided": "upheld-skill",
  "set:report-decided": "upheld-set",
  "set:withdrawn": "withdrawn-set",
};

/**
 * Reports about an account's skills and sets that were upheld without taking anything away, and sets that an administrator
 * withdrew, of the last 30 days, newest first. Quarantines and rejections are said where they can be appealed.
 */
export async function listDecidedAbout(accountId: string): Promise<DecidedAbout[]> {
  const since = new Date(systemClock.now().getTime() - SHOWN_MS);
  const rows = await listDecidedRows(database(), { ownerId: accountId, since, limit: MOST });
  return rows.map(({ kind, name, reason, decidedAt }) => ({
    what: WHAT[kind],
    name,
    reason,
    decidedAt: decidedAt.toISOString(),
  }));
}
