import { database } from "@/lib/db/client";
import { deleteMailsBefore } from "@/lib/mail/repository";

const KEEP_MS = 30 * 86_400_000;

/** Forgets mails of more than 30 days ago, sent or not. */
export function forgetMails(now: Date): Promise<number> {
  return deleteMailsBefore(database(), new Date(now.getTime() - KEEP_MS));
}
