import { systemClock, type Clock } from "@/lib/kernel/clock";
import { toReminder, type Reminder } from "@/lib/catalogue/core-tools/list-reminders";
import { countOpenReminders, insertReminder, lockProfile } from "@/lib/catalogue/core-tools/repository";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { toStorableText } from "@/lib/running/contract/json-text";
import { parseIsoMoment } from "@/lib/skill-format";

export const MAX_REMINDERS = 100;
const MAX_TEXT_CHARACTERS = 500;

/**
 * The core tool `remind`, adding one: the text, and an ISO 8601 moment with its offset or none. An owner has at most
 * 100 open reminders. Throws INPUT_INVALID and CONTENT_TOO_LARGE.
 */
export async function addReminder(
  ownerId: string,
  { text, due }: { text: string; due?: string | undefined },
  clock: Clock = systemClock,
): Promise<Reminder> {
  const said = toStorableText(text.trim());
  if (said === "" || said.length > MAX_TEXT_CHARACTERS) {
    throw new DomainError("INPUT_INVALID", `A reminder has 1 to ${MAX_TEXT_CHARACTERS} characters.`);
  }
  const dueAt = due === undefined ? null : readMoment(due);
  const now = clock.now();
  return inTransaction(async (db) => {
    await lockProfile(db, ownerId, now); // two at once would both find room for one
    if ((await countOpenReminders(db, ownerId)) >= MAX_REMINDERS) {
      throw new DomainError(
        "CONTENT_TOO_LARGE",
        `${MAX_REMINDERS} reminders are open; end one of them first.`,
      );
    }
    const reminder = { id: newId("rmd", now.getTime()), text: said, dueAt, createdAt: now };
    await insertReminder(db, { ...reminder, ownerId });
    return toReminder(reminder, now);
  });
}

function readMoment(text: string): Date {
  const moment = parseIsoMoment(text);
  if (!moment) throw new DomainError("INPUT_INVALID", "A moment is written as 2026-11-21T09:30:00+08:00.");
  return new Date(moment.epochMs);
}
