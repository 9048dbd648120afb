import { listNewsBetween } from "@/lib/catalogue/following/news";
import { newsWords } from "@/lib/catalogue/following/news-words";
import { listDueDigests, takeDigest, type DueDigest } from "@/lib/catalogue/following/repository";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { env } from "@/lib/platform/config/env";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { getTranslations } from "@/lib/platform/i18n/translations";
import { getMailbox } from "@/lib/platform/mail/mailbox";
import { NOTICE_PREFIX } from "@/lib/platform/mail/mail";
import { queueNotice } from "@/lib/platform/mail/queue-mail";

const ACCOUNTS = 100;
/** A transaction may end after a later one: what happened so lately is for the next digest. */
const SETTLED_MS = 5 * 60_000;
const LINES = 20;
/** Counted for "and 12 more"; of more the number is not exact. */
const COUNTED = 500;

/**
 * Mails who asked for it what happened to what they follow since the last time, at most once a day each: whoever does
 * it, and however often, the row of the account is taken once for each moment. Nothing is mailed where nothing happened.
 */
export async function mailDigests({
  signal,
  clock = systemClock,
}: { signal?: AbortSignal; clock?: Clock } = {}): Promise<void> {
  for (;;) {
    const now = clock.now();
    const until = new Date(now.getTime() - SETTLED_MS);
    const due = await listDueDigests(database(), {
      since: new Date(until.getTime() - DAY_MS),
      limit: ACCOUNTS,
    });
    for (const each of due) {
      signal?.throwIfAborted();
      await mailDigest(each, { now, until });
    }
    if (due.length < ACCOUNTS) return;
  }
}

function mailDigest(due: DueDigest, { now, until }: { now: Date; until: Date }): Promise<void> {
  const { accountId, mailedAt } = due;
  return inTransaction(async (db) => {
    if (!(await takeDigest(db, due, until))) return;
    const since = mailedAt ?? new Date(until.getTime() - DAY_MS);
    const news = await listNewsBetween(db, accountId, { since, until, limit: COUNTED });
    const mailbox = news.length === 0 ? null : await getMailbox(db, { accountId });
    if (!mailbox || mailbox.address === null) return;
    const { address: to, locale } = mailbox;
    const t = getTranslations({ locale, namespace: "following" });
    const rest = news.length - LINES;
    const lines = news.slice(0, LINES).map((item) => newsWords(item, locale).title);
    const pageOf = (page: string) => env().APP_URL + localizedPath(locale, page);
    const notice = {
      kind: `${NOTICE_PREFIX}following-digest`,
      name: String(news.length),
      reason: [...lines, ...(rest > 0 ? [t("more", { count: rest })] : [])].join("\n"),
      link: pageOf("/dashboard/following"),
      settings: pageOf("/settings#mails"),
    } as const;
    await queueNotice(db, { to, locale, notice, now });
  });
}
