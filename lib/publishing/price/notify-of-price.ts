import { inTransaction } from "@/lib/db/transaction";
import { DAY_MS } from "@/lib/kernel/clock";
import { env } from "@/lib/platform/config/env";
import { formatMinute } from "@/lib/platform/i18n/format";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { JobPayloads } from "@/lib/platform/jobs/kinds";
import { NOTICE_PREFIX } from "@/lib/platform/mail/mail";
import { getMailbox } from "@/lib/platform/mail/mailbox";
import { queueNotice } from "@/lib/platform/mail/queue-mail";
import { skillPage } from "@/lib/log/events/notices/news";
import { formatLamportsAsSol } from "@/lib/skill-format";
import { listBuyers, lockPriceNotice, setPriceNotified } from "@/lib/publishing/price/repository";

/** Whoever paid for a call within so many days is told what the next one costs. */
export const BUYER_DAYS = 30;
/** The last ones to buy; further ones read it on the page, and before they pay. */
const MAX_BUYERS = 500;

/**
 * Mails those who lately paid for calls of a skill that its price has changed, or will from a moment on: accounts with a linked wallet that paid,
 * a proven address and such mails switched on, each once, beyond what `queueNotice` sends in an hour. One transaction,
 * which notes it with the skill: done twice it mails once. Of an older change than the last one told it does nothing.
 */
export async function notifyOfPrice({
  skillId,
  before,
  price,
  changedAt,
  from,
}: JobPayloads["notify_of_price"]): Promise<void> {
  const now = new Date(changedAt);
  await inTransaction(async (db) => {
    const skill = await lockPriceNotice(db, skillId);
    if (!skill || (skill.notifiedAt !== null && skill.notifiedAt >= now)) return;
    await setPriceNotified(db, skillId, now);
    const since = new Date(now.getTime() - BUYER_DAYS * DAY_MS);
    const prices = `${formatLamportsAsSol(BigInt(before))} → ${formatLamportsAsSol(BigInt(price))} SOL`;
    for (const accountId of await listBuyers(db, { skillId, since, limit: MAX_BUYERS })) {
      const mailbox = await getMailbox(db, { accountId });
      if (!mailbox?.wantsNotices || mailbox.address === null) continue;
      const { address: to, locale } = mailbox;
      const pageOf = (page: string) => env().APP_URL + localizedPath(locale, page);
      const notice = {
        kind: `${NOTICE_PREFIX}${from === undefined ? "price-changed" : "price-announced"}`,
        name: `${skill.slug} (${from === undefined ? prices : `${prices}, ${formatMinute(from, locale)} UTC`})`,
        reason: null,
        link: pageOf(skillPage(skill.slug)),
        settings: pageOf("/settings#mails"),
      } as const;
      await queueNotice(db, { to, locale, notice, now });
    }
  });
}
