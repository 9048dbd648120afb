import { DAY_MS } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { deleteMailsBefore, deleteRecipientsBefore } from "@/lib/mail/repository";

const KEEP_MS = 30 * DAY_MS;

/** Forgets mails of more than 30 days ago, sent or not, and whom none was asked for since. */
export async function forgetMails(now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEEP_MS);
  await deleteRecipientsBefore(database(), before);
  return deleteMailsBefore(database(), before);
}
