import type { AddressedMail, MailContent, Notice, SecurityMail } from "@/lib/platform/mail/mail";
import { seal, unseal, keyedHash } from "@/lib/platform/config/server-key";
import { HOUR_MS } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import type { Locale } from "@/lib/platform/i18n/routing";
import { newId } from "@/lib/kernel/ids";
import { enqueue } from "@/lib/platform/jobs/queue";
import { renderMail } from "@/lib/platform/mail/render-mail";
import {
  countAskedSince,
  deleteUnsentTo,
  holdRecipient,
  insertMail,
  countMailsOfKindSince,
} from "@/lib/platform/mail/repository";

/**
 * A mail that waits in the database holds links and keys that must not stand there in plain: it is encrypted, and bound
 * to its row by `id`.
 */
export function sealMail(id: string, mail: AddressedMail): Uint8Array<ArrayBuffer> {
  return seal("mails", id, JSON.stringify(mail));
}

/** Throws when the bytes were changed, belong to another row, or were sealed with another server key. */
export function openMail(id: string, sealed: Uint8Array): AddressedMail {
  return JSON.parse(unseal("mails", id, sealed)) as AddressedMail;
}

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
