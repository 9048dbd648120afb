import type { Database } from "@/lib/db/client";

export interface NewEvent {
  id: string;
  kind: string;
  subjectId: string;
  actor?: string;
  data: object;
  occurredAt: Date;
}

export async function insertEvent(db: Database, event: NewEvent): Promise<void> {
  await db.event.create({ data: event });
}
