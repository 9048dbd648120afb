import { systemClock, type Clock } from "@/lib/kernel/clock";
import { selectOpenReminders, type ReminderRow } from "@/lib/catalogue/core-tools/repository";
import { database } from "@/lib/db/client";

export interface Reminder {
  id: string;
  text: string;
  /** ISO 8601, UTC; null for one without a moment. */
  due: string | null;
  isDue: boolean;
  created: string;
}

/** The core tool `remind`, listing: the open reminders, those due first at the top. */
export async function listReminders(ownerId: string, clock: Clock = systemClock): Promise<Reminder[]> {
  const now = clock.now();
  return (await selectOpenReminders(database(), ownerId)).map((row) => toReminder(row, now));
}

export function toReminder({ id, text, dueAt, createdAt }: ReminderRow, now: Date): Reminder {
  return {
    id,
    text,
    due: dueAt?.toISOString() ?? null,
    isDue: dueAt !== null && dueAt <= now,
    created: createdAt.toISOString(),
  };
}
