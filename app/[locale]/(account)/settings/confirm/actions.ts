"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { countGuess } from "@/app/[locale]/(account)/settings/count-guess";
import { textOf } from "@/app/[locale]/act-as";
import { confirmationPath } from "@/app/[locale]/lead-to-confirmation";
import { currentActor } from "@/lib/auth/current-actor";
import { keepConfirmation } from "@/lib/auth/keep-confirmation";
import { safeReturn } from "@/lib/auth/safe-return";
import { isDomainError } from "@/lib/kernel/errors";
import { localizedPath } from "@/lib/i18n/paths";
import { confirmWithPassword } from "@/lib/identity/confirmation/confirm-with-password";

const MAX_PASSWORD = 512;

/**
 * Confirms by the password of the form who is signed in, and leads to where they go on; or back to the form, which says
 * why it did not.
 */
export async function confirmAction(form: FormData): Promise<void> {
  const locale = await getLocale();
  const returnTo = safeReturn(textOf(form, "return"), localizedPath(locale, "/settings"));
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, `/sign-in?return=${encodeURIComponent(returnTo)}`));
  let path = returnTo;
  try {
    await countGuess(actor);
    await keepConfirmation(await confirmWithPassword(actor, textOf(form, "password", MAX_PASSWORD)));
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const problem = error.code === "RATE_LIMITED" ? "limited" : "refused";
    path = localizedPath(locale, `${confirmationPath(returnTo)}&problem=${problem}`);
  }
  redirect(path);
}
