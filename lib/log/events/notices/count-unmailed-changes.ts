import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { getMailbox } from "@/lib/platform/mail/mailbox";
import { countAccessRows } from "@/lib/log/events/repository";

const NEWS_MS = 7 * DAY_MS;

/**
 * How many changes of the last week, of who gets into an account or whom its skills pay, could be mailed to nobody: 0
 * for an account with a proven address. Its owner is told on the dashboard instead.
 */
export async function countUnmailedChanges(accountId: string, clock: Clock = systemClock): Promise<number> {
  const mailbox = await getMailbox(database(), { accountId });
  if (mailbox?.address !== null) return 0;
  return countAccessRows(database(), accountId, new Date(clock.now().getTime() - NEWS_MS));
}
