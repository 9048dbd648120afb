import type { Database } from "@/lib/db/client";
import { closeAppealOfQuarantine } from "@/lib/moderation/cases-repository";
import type { DecidedBy } from "@/lib/events/registry-event";
import { recordEvent } from "@/lib/events/events";

interface Ended extends DecidedBy {
  skillId: string;
  slug: string;
  /** The administrator who ended the quarantine, and why. */
  accountId: string;
  reason: string;
}

/**
 * A quarantine that is ended by itself grants the open appeal against it, in the caller's transaction: nothing else is
 * left to say to it.
 */
export async function grantOpenAppeal(
  db: Database,
  { skillId, slug, accountId, reason, ...by }: Ended,
  now: Date,
): Promise<void> {
  const granted = { state: "granted", decision: reason, decidedById: accountId, decidedAt: now };
  const appealId = await closeAppealOfQuarantine(db, skillId, granted);
  if (appealId === null) return;
  const data = { slug, appealId, decision: "granted", ...by };
  await recordEvent(db, { kind: "appeal:decided", skillId, data }, now, accountId);
}
