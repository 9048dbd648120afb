import { DAY_MS } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { findCredentials } from "@/lib/identity/accounts/accounts-repository";

const OPEN_DAYS = 30;

/** A mailed link that was confirmed: when, the account it led to, and the whole address it was sent to. */
export interface ConfirmedLink {
  accountId: string;
  email: string;
  usedAt: Date;
}

/** True while a confirmed link opens its account: who finds it in a history or an old mailbox later does not get in. */
export const isLinkOpen = ({ usedAt }: Pick<ConfirmedLink, "usedAt">, now: Date): boolean =>
  now.getTime() - usedAt.getTime() < OPEN_DAYS * DAY_MS;

/**
 * True while the link can set the first password: the account has none, and still has the address the link was sent to.
 * Whoever reads an address that was given up must not get into the account.
 */
export async function awaitsPassword(link: ConfirmedLink, now: Date): Promise<boolean> {
  const account = isLinkOpen(link, now) ? await findCredentials(database(), link.accountId) : null;
  return account?.email === link.email && account.passwordHash === null;
}
