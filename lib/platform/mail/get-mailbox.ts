import type { Database } from "@/lib/db/client";
import { isLocale } from "@/lib/platform/i18n/paths";
import { DEFAULT_LOCALE, type Locale } from "@/lib/platform/i18n/routing";
import { findMailboxAccount } from "@/lib/platform/mail/repository";

export interface Mailbox {
  accountId: string;
  username: string;
  /** The proven address of the account; null while it has none. */
  address: string | null;
  /** The language to write in. */
  locale: Locale;
  /** Mails about what others decide about its skills. */
  wantsNotices: boolean;
}

/** Where an open account can be written to, by its id or user name; null when there is none. */
export async function getMailbox(
  db: Database,
  of: { accountId: string } | { username: string },
): Promise<Mailbox | null> {
  const account = await findMailboxAccount(db, of);
  if (!account) return null;
  const { id: accountId, username, email, emailVerifiedAt, skillNotices: wantsNotices } = account;
  const address = emailVerifiedAt === null ? null : email;
  return { accountId, username, address, locale: mailLocaleOf(account), wantsNotices };
}

/** The language of mails to an account: the one it chose or proved its address in, else English. */
function mailLocaleOf(account: { mailLocale: string | null }): Locale {
  return chosenMailLocale(account) ?? DEFAULT_LOCALE;
}

/** The same, null while there is none. */
export function chosenMailLocale({ mailLocale }: { mailLocale: string | null }): Locale | null {
  return mailLocale !== null && isLocale(mailLocale) ? mailLocale : null;
}
