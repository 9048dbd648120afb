import type { Database } from "@/lib/db/client";

export interface NewEvent {
  id: string;
  kind: string;
  subjectId: string;
  actor?: string;
  data: object;
  occurredAt: Date;
}

export async function insertEvents(db: Database, events: readonly NewEvent[]): Promise<void> {
  await db.event.createMany({ data: [...events] });
}

/** Whether something of one of these kinds happened since a moment, to anything. */
export async function hasEventSince(db: Database, kinds: readonly string[], since: Date): Promise<boolean> {
  const where = { kind: { in: [...kinds] }, occurredAt: { gte: since } };
  return (await db.event.findFirst({ where, select: { id: true } })) !== null;
}

const MAX_EVENTS = 100;

/** What happened to something, of the given kinds, oldest first. */
export function selectEventsOf(
  db: Database,
  subjectId: string,
  kinds: readonly string[],
): Promise<{ kind: string; data: unknown; occurredAt: Date }[]> {
  return db.event.findMany({
    where: { subjectId, kind: { in: [...kinds] } },
    orderBy: [{ occurredAt: "asc" }, { id: "asc" }],
    take: MAX_EVENTS,
    select: { kind: true, data: true, occurredAt: true },
  });
}
