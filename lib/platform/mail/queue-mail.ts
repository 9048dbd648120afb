import { HOUR_MS } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import type { Locale } from "@/lib/platform/i18n/routing";
import { newId } from "@/lib/kernel/ids";
import { enqueue } from "@/lib/platform/jobs/queue";
import type { MailContent } from "@/lib/platform/mail/mail";
import { renderMail } from "@/lib/platform/mail/render-mail";
import { countAskedSince, deleteUnsentTo, holdRecipient, insertMail } from "@/lib/platform/mail/repository";
import { sealMail } from "@/lib/platform/mail/seal-mail";
import { keyedHash } from "@/lib/platform/config/server-key";

/** Anybody can have a mail sent to any address by uploading or claiming; nobody's mailbox is filled that way. */
const MAX_REQUESTED_PER_HOUR = 6;

export interface MailRequest {
  to: string;
  locale: Locale;
  content: MailContent;
  now: Date;
}

/**
 * Puts a mail into the caller's transaction; a job sends it when that has ended well. `to` has been read by
 * `readEmailAddress`.
 */
export async function queueMail(db: Database, { to, locale, content, now }: MailRequest): Promise<void> {
  const id = newId("mai", now.getTime());
  const sealed = sealMail(id, { to, ...renderMail(content, locale) });
  await insertMail(db, { id, kind: content.kind, recipientHash: hashRecipient(to), sealed, createdAt: now });
  await enqueue(db, { kind: "send_mail", payload: { mailId: id }, runAt: now });
}

interface Asked {
  /**
   * A link that lets its reader in: to whoever forgot their password, joins, or comes back. It is counted apart:
   * strangers who have other mails sent to an address must not keep its owner from the account; what they ask for here
   * is the very link.
   */
  wayIn?: boolean;
}

/** Throws RATE_LIMITED when an address had so many mails that the next one asked for must wait. */
export async function assertMayReceiveMail(
  db: Database,
  to: string,
  now: Date,
  asked: Asked = {},
): Promise<void> {
  if (await mayReceiveMail(db, to, now, asked)) return;
  throw new DomainError(
    "RATE_LIMITED",
    "Several emails were already sent to this address. Look for them first.",
    {
      details: { retryAfterSeconds: HOUR_MS / 1000 },
    },
  );
}

/**
 * True while an address has not had so many mails in the last hour that the next one asked for must wait. Holds the
 * address until the caller's transaction ends: of many requests at once no more are counted than may be sent.
 */
export async function mayReceiveMail(
  db: Database,
  to: string,
  now: Date,
  { wayIn = false }: Asked = {},
): Promise<boolean> {
  const recipient = hashRecipient(to);
  await holdRecipient(db, recipient, now);
  const since = new Date(now.getTime() - HOUR_MS);
  return (await countAskedSince(db, recipient, { since, wayIn })) < MAX_REQUESTED_PER_HOUR;
}

/** Deletes the mails to an address that have not left yet, in the caller's transaction. */
export function dropWaitingMails(db: Database, to: string): Promise<void> {
  return deleteUnsentTo(db, hashRecipient(to));
}

/** What stands in the database for an address. */
export const hashRecipient = (address: string) => keyedHash("addresses", address).toString("base64url");
