import type { Database } from "@/lib/db/client";
import { env } from "@/lib/config/env";
import { localizedPath } from "@/lib/i18n/paths";
import { getMailbox } from "@/lib/mail/get-mailbox";
import { queueNotice } from "@/lib/mail/queue-notice";
import { SECURITY_PREFIX } from "@/lib/mail/security-mail";
import { undoPage, type AccessChanged } from "@/lib/events/notices/access-change";

/**
 * Mails an account that a way into it has changed, whoever did it and whichever mails it switched off, in the caller's
 * transaction and the language it chose: nothing when it has no proven address, and beyond what `queueNotice` sends in
 * an hour. The settings list it in any case.
 */
export async function tellAccount(
  db: Database,
  { accountId, data }: { accountId: string; data: AccessChanged },
  now: Date,
): Promise<void> {
  const mailbox = await getMailbox(db, { accountId });
  if (!mailbox || mailbox.address === null) return;
  const { address: to, locale, username } = mailbox;
  const { change, what, by, version, skill = null } = data;
  const notice = {
    kind: `${SECURITY_PREFIX}${change}`,
    username,
    what,
    skill: version?.name ?? skill,
    at: now.toISOString(),
    by,
    with: data.with,
    link: env().APP_URL + localizedPath(locale, undoPage(data)),
  } as const;
  await queueNotice(db, { to, locale, notice, now });
}
