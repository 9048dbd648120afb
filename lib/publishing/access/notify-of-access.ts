import { inTransaction } from "@/lib/db/transaction";
import { skillPage } from "@/lib/log/events/notices/news";
import { env } from "@/lib/platform/config/env";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { JobPayloads } from "@/lib/platform/jobs/kinds";
import { NOTICE_PREFIX } from "@/lib/platform/mail/mail";
import { getMailbox } from "@/lib/platform/mail/mailbox";
import { queueNotice } from "@/lib/platform/mail/queue-mail";
import { listUsers, lockAccessNotice, setAccessNotified } from "@/lib/publishing/access/repository";

/** Further ones are told by `emporion outdated`, and where they install it. */
const MAX_USERS = 500;

/**
 * Mails those who use a skill that it is called here from now on and not installed: accounts that starred or called it,
 * with a proven address and such mails switched on, each once, beyond what `queueNotice` sends in an hour. One
 * transaction, which notes it with the skill: done twice it mails once. Of an older change than the last one told it
 * does nothing.
 */
export async function notifyOfAccess({ skillId, changedAt }: JobPayloads["notify_of_access"]): Promise<void> {
  const now = new Date(changedAt);
  await inTransaction(async (db) => {
    const skill = await lockAccessNotice(db, skillId);
    if (!skill || (skill.notifiedAt !== null && skill.notifiedAt >= now)) return;
    await setAccessNotified(db, skillId, now);
    for (const accountId of await listUsers(db, skillId, MAX_USERS)) {
      const mailbox = await getMailbox(db, { accountId });
      if (!mailbox?.wantsNotices || mailbox.address === null) continue;
      const { address: to, locale } = mailbox;
      const pageOf = (page: string) => env().APP_URL + localizedPath(locale, page);
      const notice = {
        kind: `${NOTICE_PREFIX}access-closed`,
        name: skill.slug,
        reason: null,
        link: pageOf(skillPage(skill.slug)),
        settings: pageOf("/settings#mails"),
      } as const;
      await queueNotice(db, { to, locale, notice, now });
    }
  });
}
