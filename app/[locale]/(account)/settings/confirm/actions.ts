"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { countGuess } from "@/app/[locale]/(account)/settings/count-guess";
import { textOf } from "@/app/[locale]/form-fields";
import { confirmationPath } from "@/app/[locale]/lead-to-confirmation";
import { FORM, serverAction } from "@/app/[locale]/server-action";
import { currentActor } from "@/lib/web/auth/current-actor";
import { storeJoining } from "@/lib/web/auth/joining-cookie";
import { storeConfirmation } from "@/lib/web/auth/confirm-signed-wallet";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { isDomainError } from "@/lib/kernel/errors";
import { limitOwnMails } from "@/lib/web/http/limits/request-limits";
import { subscriberOfStamped } from "@/lib/web/http/client-address";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { DEFAULT_LOCALE, LOCALES } from "@/lib/platform/i18n/routing";
import { getAccount } from "@/lib/identity/accounts/accounts";
import { requestJoining } from "@/lib/identity/registration/joining";
import { confirmWithPassword } from "@/lib/identity/confirmation/confirmation";

const MAX_PASSWORD = 512;

/**
 * Confirms by the password of the form who is signed in, and leads to where they go on; or back to the form, which says
 * why it did not.
 */
export const confirmAction = serverAction([FORM], async (form): Promise<void> => {
  const locale = await getLocale();
  const returnTo = safeReturn(textOf(form, "return"), localizedPath(locale, "/settings"));
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, `/sign-in?return=${encodeURIComponent(returnTo)}`));
  let path = returnTo;
  try {
    await countGuess(actor);
    await storeConfirmation(await confirmWithPassword(actor, textOf(form, "password", MAX_PASSWORD)));
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const problem = error.code === "RATE_LIMITED" ? "limited" : "refused";
    path = localizedPath(locale, `${confirmationPath(returnTo)}&problem=${problem}`);
  }
  redirect(path);
});

/** Has a link sent to the account's own address; followed in this browser, it confirms and leads to where they go on. */
export const sendProofAction = serverAction([FORM], async (form): Promise<void> => {
  const chosen = await getLocale();
  const locale = LOCALES.find((known) => known === chosen) ?? DEFAULT_LOCALE;
  const returnTo = safeReturn(textOf(form, "return"), localizedPath(locale, "/settings"));
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, `/sign-in?return=${encodeURIComponent(returnTo)}`));
  let outcome = "sent=1";
  try {
    const address = subscriberOfStamped((await headers()).get("x-forwarded-for"));
    await limitOwnMails({ accountId: actor.accountId, address });
    const { email } = await getAccount(actor.accountId);
    await storeJoining({ email: await requestJoining({ email, locale, returnTo }), returnTo });
  } catch (error) {
    if (!isDomainError(error, "RATE_LIMITED") && !isDomainError(error, "REQUEST_INVALID")) throw error;
    outcome = "problem=mails";
  }
  redirect(localizedPath(locale, `${confirmationPath(returnTo)}&${outcome}`));
});
