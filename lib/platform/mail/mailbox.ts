import type { Database } from "@/lib/db/client";
import { isLocale } from "@/lib/platform/i18n/paths";
import { DEFAULT_LOCALE, type Locale } from "@/lib/platform/i18n/routing";
import { findMailboxAccount, listMemberAccounts, type MailboxAccount } from "@/lib/platform/mail/repository";
import { DomainError } from "@/lib/kernel/errors";

export interface Mailbox {
  accountId: string;
  isOrganisation: boolean;
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
  return account && toMailbox(account);
}

function toMailbox(account: MailboxAccount): Mailbox {
  const { id: accountId, kind, username, email, emailVerifiedAt } = account;
  const { skillNotices: wantsNotices, earningNotices: wantsEarning } = account;
  const address = emailVerifiedAt === null ? null : email;
  const isOrganisation = kind === "organisation";
  const locale = mailLocaleOf(account);
  return { accountId, isOrganisation, username, address, locale, wantsNotices, wantsEarning };
}

/** What somebody is written to about: what is an account's own, or its money. */
export type Concern = "own" | "money";

/**
 * Where whoever decides for an open account can be written to: the person; of an organisation its owners, and about
 * money also its members for it. `username` is that of the account.
 */
export async function listMailboxes(
  db: Database,
  accountId: string,
  concern: Concern = "own",
): Promise<Mailbox[]> {
  const mailbox = await getMailbox(db, { accountId });
  if (!mailbox?.isOrganisation) return mailbox ? [mailbox] : [];
  const { username } = mailbox;
  const members = await listMemberAccounts(db, accountId, ROLES_CONCERNED[concern]);
  return members.map((account) => ({ ...toMailbox(account), username }));
}

const ROLES_CONCERNED: Record<Concern, string[]> = { own: ["owner"], money: ["owner", "money"] };

/** The language of mails to an account: the one it chose or proved its address in, else English. */
function mailLocaleOf(account: { mailLocale: string | null }): Locale {
  return chosenMailLocale(account) ?? DEFAULT_LOCALE;
}

/** The same, null while there is none. */
export function chosenMailLocale({ mailLocale }: { mailLocale: string | null }): Locale | null {
  return mailLocale !== null && isLocale(mailLocale) ? mailLocale : null;
}

/**
 * The open account of a user name, which is not one's own: a person's, unless `organisations` may be named too. Throws
 * REQUEST_INVALID at `pointer`.
 */
export async function getOtherMailbox(
  db: Database,
  {
    username,
    than,
    pointer,
    organisations = false,
  }: { username: string; than: string; pointer: string; organisations?: boolean },
): Promise<Mailbox> {
  const found = await getMailbox(db, { username });
  const mailbox = found?.isOrganisation && !organisations ? null : found;
  if (mailbox && mailbox.accountId !== than) return mailbox;
  throw new DomainError("REQUEST_INVALID", "Give the username of another account.", {
    details: { errors: [{ pointer, detail: mailbox ? "own_account" : "no_account" }] },
  });
}
