import type { Database } from "@/lib/db/client";
import type { Locale } from "@/lib/i18n/routing";
import { siteUrl } from "@/lib/identity/claim-link";
import { getMailbox } from "@/lib/identity/get-mailbox";
import { mayReceiveMail, queueMail } from "@/lib/mail/queue-mail";

export interface TransferNews {
  /** Whom to tell. */
  accountId: string;
  slug: string;
  /** User names. */
  from: string;
  to: string;
  locale: Locale;
  now: Date;
}

/**
 * Mails one of the two about an offer, in the caller's transaction, if that account has proven an address which was not sent too much
 * already; the page of offers says the same to everybody.
 */
export async function tellOfTransfer(
  db: Database,
  kind: "transfer-offered" | "transfer-begun" | "transfer-accepted",
  { accountId, slug, from, to, locale, now }: TransferNews,
): Promise<void> {
  const address = (await getMailbox(db, { accountId }))?.address ?? null;
  if (address === null || !(await mayReceiveMail(db, address, now))) return;
  const link = `${siteUrl()}/dashboard/transfers`;
  await queueMail(db, { to: address, locale, content: { kind, slug, from, to, link }, now });
}
