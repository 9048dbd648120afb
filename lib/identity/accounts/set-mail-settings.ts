import { database } from "@/lib/db/client";
import type { Locale } from "@/lib/platform/i18n/routing";
import { updateMailSettings } from "@/lib/identity/accounts/accounts-repository";
import type { Actor } from "@/lib/identity/actor";

/**
 * Sets whether the actor's account is mailed about its skills, and in which language. Changes nothing of a
 * closed account.
 */
export async function setMailSettings(
  actor: Actor,
  { notices, locale }: { notices: boolean; locale: Locale },
): Promise<void> {
  await updateMailSettings(database(), actor.accountId, { skillNotices: notices, mailLocale: locale });
}
