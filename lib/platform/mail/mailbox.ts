import type { Database } from "@/lib/db/client";
import { isLocale } from "@/lib/platform/i18n/paths";
import { DEFAULT_LOCALE, type Locale } from "@/lib/platform/i18n/routing";
import { findMailboxAccount } from "@/lib/platform/mail/repository";
import { DomainError } from "@/lib/kernel/errors";

export interface Mailbox {
  accountId: string;
  username: string;
  /** The proven address of the account; null while it has none. */
  address: string | null;
  /** The language to write in. */
  locale: Locale;
  /** Mails about what others decide about its skills. */
  wantsNotices: boolean;
  /** Mails about what keeps them from earning. */
  wantsEarning: boolean;
}

/** Where an open account can be written to, by its id or user name; null when there is none. */
export async function getMailbox(
  db: Database,
  of: { accountId: string } | { username: string },
): Promise<Mailbox | null> {
  const account = await findMailboxAccount(db, of);
  if (!account) return null;
  const { id: accountId, username, email, emailVerifiedAt } = account;
  const { skillNotices: wantsNotices, earningNotices: wantsEarning } = account;
  const address = emailVerifiedAt === null ? null : email;
  return { accountId, username, address, locale: mailLocaleOf(account), wantsNotices, wantsEarning };
}

/** The language of mails to an account: the one it chose or proved its address in, else English. */
function mailLocaleOf(account: { mailLocale: string | null }): Locale {
  return chosenMailLocale(account) ?? DEFAULT_LOCALE;
}

/** The same, null while there is none. */
export function chosenMailLocale({ mailLocale }: { mailLocale: string | null }): Locale | null {
  return mailLocale !== null && isLocale(mailLocale) ? mailLocale : null;
}

/** The open account of a user name, which is not one's own. Throws REQUEST_INVALID at `pointer`. */
export async function getOtherMailbox(
  db: Database,
  { username, than, pointer }: { username: string; than: string; pointer: string },
): Promise<Mailbox> {
  const mailbox = await getMailbox(db, { username });
  if (mailbox && mailbox.accountId !== than) return mailbox;
  throw new DomainError("REQUEST_INVALID", "Give the username of another account.", {
    details: { errors: [{ pointer, detail: mailbox ? "own_account" : "no_account" }] },
  });
}
