import type { Database } from "@/lib/db/client";
import { skillPage } from "@/lib/log/events/notices/news";
import { env } from "@/lib/platform/config/env";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { listMailboxes } from "@/lib/platform/mail/mailbox";
import type { OfferMail } from "@/lib/platform/mail/mail";
import { queueMail, countOfKind, MAX_OF_ONE_KIND_PER_HOUR } from "@/lib/platform/mail/queue-mail";

export interface OfferNews {
  /** Whom to tell. */
  accountId: string;
  slug: string;
  /** User names. */
  from: string;
  to: string;
  now: Date;
}

/**
 * Mails one of two about what the one offers the other, a skill or a part in it, in the caller's transaction and the
 * language of that account (of an organisation: of each of its owners), if it has proven an address, and beyond what is sent of one kind in an hour: whoever has
 * other mails sent to it keeps none of these back. The page of offers says the same to everybody.
 */
export async function notifyOfOffer(
  db: Database,
  kind: OfferMail["kind"],
  { accountId, slug, from, to, now }: OfferNews,
): Promise<void> {
  for (const { address, locale } of await listMailboxes(db, accountId)) {
    if (address === null) continue;
    if ((await countOfKind(db, { to: address, kind, now })) >= MAX_OF_ONE_KIND_PER_HOUR) continue;
    const link = env().APP_URL + localizedPath(locale, pageOf(kind, slug));
    await queueMail(db, { to: address, locale, content: { kind, slug, from, to, link }, now });
  }
}

function pageOf(kind: OfferMail["kind"], slug: string): string {
  if (kind === "reading-given") return skillPage(slug);
  if (kind.startsWith("transfer")) return "/dashboard/transfers";
  return kind.startsWith("member") ? "/dashboard/organisations" : "/dashboard/maintainers";
}
