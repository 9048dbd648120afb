"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { textOf } from "@/app/[locale]/form-fields";
import { withToken } from "@/app/[locale]/drafts/link-params";
import { FORM, serverAction } from "@/app/[locale]/server-action";
import { currentActor } from "@/lib/web/auth/current-actor";
import { isLocale, localizedPath } from "@/lib/platform/i18n/paths";
import { DEFAULT_LOCALE } from "@/lib/platform/i18n/routing";
import { changeEmail } from "@/lib/identity/email/email-change";

/**
 * Gives the account of who is signed in the address of a mailed link, or leads back to the page, which says why it
 * did not.
 */
export const confirmEmailAction = serverAction([FORM], async (form): Promise<void> => {
  const chosen = await getLocale();
  const locale = isLocale(chosen) ? chosen : DEFAULT_LOCALE;
  const token = textOf(form, "token");
  const actor = await currentActor();
  const done = actor !== null && (await changeEmail(actor, { token, locale }));
  const path = done ? "/settings?done=email#email" : withToken("/settings/email", token);
  redirect(localizedPath(locale, path));
});
