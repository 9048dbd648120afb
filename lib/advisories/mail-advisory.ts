import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { env } from "@/lib/platform/config/env";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { getMailbox } from "@/lib/platform/mail/mailbox";
import { NOTICE_PREFIX } from "@/lib/platform/mail/mail";
import { queueNotice } from "@/lib/platform/mail/queue-mail";
import { advisoryWords } from "@/lib/advisories/advisory-words";
import { getAdvisory, getAdvisoryAuthor, type AdvisoryView } from "@/lib/advisories/read-advisories";
import { insertMailed, listUnmailed } from "@/lib/advisories/mails-repository";

const AT_ONCE = 100;

/**
 * Mails an advisory to who asked for it: accounts that want all of them, and those that starred the skill or called it
 * and want to hear of such; each once, whoever does it and however often, beyond what `queueNotice` sends in an hour.
 * Whoever owns or maintains the skill is told by a mail of its own, and its author knows. Nothing is mailed of one that
 * was withdrawn meanwhile.
 */
export async function mailAdvisory(
  advisoryId: string,
  { signal, clock = systemClock }: { signal?: AbortSignal; clock?: Clock } = {},
): Promise<void> {
  const [advisory, { accountId, skillId }] = [
    await getAdvisory(advisoryId),
    await getAdvisoryAuthor(advisoryId),
  ];
  if (advisory.withdrawn !== null) return;
  const about = { advisoryId, skillId, except: accountId, limit: AT_ONCE };
  for (;;) {
    const accounts = await listUnmailed(database(), about);
    if (accounts.length === 0) return;
    for (const each of accounts) {
      signal?.throwIfAborted();
      await mailOne(advisory, each, clock.now());
    }
  }
}

/** Remembers that it was done in the same transaction: of two that do it at once, one does. */
function mailOne(advisory: AdvisoryView, accountId: string, now: Date): Promise<void> {
  return inTransaction(async (db) => {
    if (!(await insertMailed(db, { advisoryId: advisory.id, accountId, queuedAt: now }))) return;
    const mailbox = await getMailbox(db, { accountId });
    if (!mailbox || mailbox.address === null) return;
    const { address: to, locale } = mailbox;
    const { summary, whatToDo } = advisoryWords(advisory, locale);
    const pageOf = (page: string) => env().APP_URL + localizedPath(locale, page);
    const notice = {
      kind: `${NOTICE_PREFIX}advisory-of-used`,
      name: advisory.slug === null ? advisory.id : `${advisory.id}: ${advisory.slug}`,
      reason: `${summary}\n${whatToDo}`,
      link: pageOf(`/advisories/${advisory.id}`),
      settings: pageOf("/settings#mails"),
    } as const;
    await queueNotice(db, { to, locale, notice, now });
  });
}
