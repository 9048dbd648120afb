import { HOUR_MS } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { MailContent } from "@/lib/platform/mail/mail";
import type { Notice } from "@/lib/platform/mail/notice";
import type { SecurityMail } from "@/lib/platform/mail/security-mail";
import { hashRecipient, queueMail } from "@/lib/platform/mail/queue-mail";
import { countMailsOfKindSince, holdRecipient } from "@/lib/platform/mail/repository";

/**
 * Of each kind by itself, so that fifty rejected uploads do not keep a quarantine from being told. None of them counts
 * among the mails an address may ask for.
 */
export const MAX_OF_ONE_KIND_PER_HOUR = 4;

/**
 * Puts a notice into the caller's transaction, unless the address had so many of its kind in the last hour; the last
 * one that is sent says so. Exact, however many things happen at once: the address is held until the transaction ends.
 */
export async function queueNotice(
  db: Database,
  {
    to,
    locale,
    notice,
    now,
  }: { to: string; locale: Locale; notice: Notice | Omit<SecurityMail, "last">; now: Date },
): Promise<void> {
  const sent = await countOfKind(db, { to, kind: notice.kind, now });
  if (sent >= MAX_OF_ONE_KIND_PER_HOUR) return;
  const last = sent === MAX_OF_ONE_KIND_PER_HOUR - 1;
  await queueMail(db, { to, locale, content: { ...notice, last }, now });
}

/**
 * How many mails of a kind an address was sent in the last hour. It is held until the transaction ends, so that this
 * stays exact.
 */
export async function countOfKind(
  db: Database,
  { to, kind, now }: { to: string; kind: MailContent["kind"]; now: Date },
): Promise<number> {
  const recipient = hashRecipient(to);
  await holdRecipient(db, recipient, now);
  const since = new Date(now.getTime() - HOUR_MS);
  return countMailsOfKindSince(db, recipient, { kind, since });
}
