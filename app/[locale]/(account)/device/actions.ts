"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { findWaitingDevice } from "@/app/[locale]/(account)/device/find-waiting-device";
import { CONFIRMED } from "@/app/[locale]/act-as";
import { choiceOf, textOf } from "@/app/[locale]/form-fields";
import { leadToConfirmation } from "@/app/[locale]/lead-to-confirmation";
import { FORM, serverAction } from "@/app/[locale]/server-action";
import { currentActor } from "@/lib/web/auth/current-actor";
import { isDomainError } from "@/lib/kernel/errors";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { answerDeviceLogin } from "@/lib/identity/devices/device-login";

/** Lets the program of the form in, or sends it away. */
export const answerDeviceAction = serverAction([FORM], async (form): Promise<void> => {
  const locale = await getLocale();
  const code = textOf(form, "code", 40);
  const back = `/device?code=${encodeURIComponent(code)}`;
  const actor = await currentActor();
  if (!actor) return redirect(localizedPath(locale, `/sign-in?return=${encodeURIComponent(back)}`));
  const answer = choiceOf(form, "answer", ["approve", "deny"]) === "approve" ? "approved" : "denied";
  let outcome = `/device?outcome=${answer}`;
  try {
    if (typeof (await findWaitingDevice(actor, code)) === "string") outcome = back;
    else await answerDeviceLogin(actor, code, answer);
  } catch (error) {
    if (isDomainError(error, "CONFIRMATION_REQUIRED")) return leadToConfirmation(`${back}&${CONFIRMED}`);
    if (!isDomainError(error, "NOT_FOUND")) throw error;
    outcome = back;
  }
  redirect(localizedPath(locale, outcome));
});
