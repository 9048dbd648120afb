import type { Database } from "@/lib/db/client";
import { env } from "@/lib/env";
import { localizedPath } from "@/lib/i18n/paths";
import { getMailbox } from "@/lib/identity/get-mailbox";
import { mayReceiveMail, queueMail } from "@/lib/mail/queue-mail";

export interface TransferNews {
  /** Whom to tell. */
  accountId: string;
  slug: string;
  /** User names. */
  from: string;
  to: string;
  now: Date;
}

/**
 * Mails one of the two about an offer, in the caller's transaction and the language of that account, if it has proven an address which
 * was not sent too much already; the page of offers says the same to everybody.
 */
export async function tellOfTransfer(
  db: Database,
  kind: "transfer-offered" | "transfer-begun" | "transfer-accepted",
  { accountId, slug, from, to, now }: TransferNews,
): Promise<void> {
  const mailbox = await getMailbox(db, { accountId });
  if (!mailbox?.address || !(await mayReceiveMail(db, mailbox.address, now))) return;
  const link = env().APP_URL + localizedPath(mailbox.locale, "/dashboard/transfers");
  await queueMail(db, {
    to: mailbox.address,
    locale: mailbox.locale,
    content: { kind, slug, from, to, link },
    now,
  });
}
