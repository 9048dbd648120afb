import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { accessChangesSince, undoPage, type AccessChanged } from "@/lib/log/events/notices/access-change";
import { listAccessRows } from "@/lib/log/events/repository";

const SHOWN = 20;

export interface AccessChangeView extends Omit<AccessChanged, "version" | "skill"> {
  /** As an ISO time. */
  at: string;
  /** The skill whose payee changed, or the skill somebody is invited to maintain; null for the others. */
  skill: string | null;
  /** The page where it is undone. */
  path: string;
}

/** The newest changes of the ways into an account and of whom its skills pay, newest first, of the last 90 days. */
export async function listAccessChanges(
  accountId: string,
  clock: Clock = systemClock,
): Promise<AccessChangeView[]> {
  const rows = await listAccessRows(database(), {
    accountId,
    since: accessChangesSince(clock.now()),
    limit: SHOWN,
  });
  return rows.map(({ data, occurredAt }) => {
    const { version, skill = null, ...changed } = data as AccessChanged;
    const at = occurredAt.toISOString();
    return { ...changed, at, skill: version?.name ?? skill, path: undoPage(changed) };
  });
}
