import type { Database } from "@/lib/db/client";
import { env } from "@/lib/platform/config/env";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { listMailboxes } from "@/lib/platform/mail/mailbox";
import { EARNING_NOTICES, NOTICE_PREFIX } from "@/lib/platform/mail/mail";
import { queueNotice } from "@/lib/platform/mail/queue-mail";
import type { News } from "@/lib/log/events/notices/news";
import { findOwnerId } from "@/lib/log/events/repository";

/**
 * Mails the owner of a skill or set (of an organisation: its owners, of earnings also who is for its money), or the account whose domain or challenge it is, what happened to it, in the caller's
 * transaction, in the language they chose: nothing when there is no owner, when the owner did it, has no proven address
 * or switched such mails off, and beyond what `queueNotice` sends in an hour.
 */
export async function mailNews(
  db: Database,
  { kind, name, reason, path }: News,
  {
    of,
    actor,
    now,
  }: {
    of: Parameters<typeof findOwnerId>[1];
    actor?: string;
    now: Date;
  },
): Promise<void> {
  const accountId = await findOwnerId(db, of);
  if (accountId === null) return;
  const isOfEarning = EARNING_NOTICES.some((each) => each === kind);
  for (const mailbox of await listMailboxes(db, accountId, isOfEarning ? "money" : "own")) {
    const { address: to, locale } = mailbox;
    const isWanted = isOfEarning ? mailbox.wantsEarning : mailbox.wantsNotices;
    if (to === null || !isWanted || mailbox.accountId === actor) continue;
    const pageOf = (page: string) => env().APP_URL + localizedPath(locale, page);
    const notice = {
      kind: `${NOTICE_PREFIX}${kind}`,
      name,
      reason: reason === "" ? null : reason,
      link: pageOf(path),
      settings: pageOf("/settings#mails"),
    } as const;
    await queueNotice(db, { to, locale, notice, now });
  }
}
