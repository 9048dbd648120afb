import { DAY_MS } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { findCredentials, type CredentialsRow } from "@/lib/identity/accounts/accounts-repository";
import { isAskedTooEarly } from "@/lib/identity/ways-in";

const OPEN_DAYS = 30;

/** A mailed link that was confirmed: when it was asked for and used, the account it led to, and where it was sent. */
export interface ConfirmedLink {
  accountId: string;
  /** The whole address. */
  email: string;
  askedAt: Date;
  usedAt: Date;
}

/** True while a confirmed link opens its account: who finds it in a history or an old mailbox later does not get in. */
export const isLinkOpen = ({ usedAt }: Pick<ConfirmedLink, "usedAt">, now: Date): boolean =>
  now.getTime() - usedAt.getTime() < OPEN_DAYS * DAY_MS;

/**
 * Whether a confirmed link may set the first password of its account, as that is now: it has none, it still has the
 * address the link was sent to, and it has not ended what was asked for before. Whoever reads an address that was given
 * up, or had a moment in the mailbox, must not get into the account.
 */
export function maySetFirstPassword(
  link: ConfirmedLink,
  account: Pick<CredentialsRow, "email" | "passwordHash" | "waysEndedAt"> | null,
  now: Date,
): boolean {
  return (
    account !== null &&
    isLinkOpen(link, now) &&
    account.email === link.email &&
    account.passwordHash === null &&
    !isAskedTooEarly(link.askedAt, account)
  );
}

/** The same of the account that the link led to. */
export async function awaitsPassword(link: ConfirmedLink, now: Date): Promise<boolean> {
  return maySetFirstPassword(link, await findCredentials(database(), link.accountId), now);
}
