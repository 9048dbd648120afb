import { database } from "@/lib/db/client";
import * as events from "@/lib/log/events/repository";

/** Whether something of one of these kinds happened since a moment, to anything. One look into an index. */
export function hasEventSince(kinds: readonly string[], since: Date): Promise<boolean> {
  return events.hasEventSince(database(), kinds, since);
}

/** What happened to something, of the given kinds, oldest first; at most 100 events. */
export function listEventsOf(
  subjectId: string,
  kinds: readonly string[],
): Promise<{ kind: string; data: unknown; occurredAt: Date }[]> {
  return events.selectEventsOf(database(), subjectId, kinds);
}
