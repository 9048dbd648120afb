"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { findWaitingDevice } from "@/app/[locale]/(account)/device/find-waiting-device";
import { asMember } from "@/app/[locale]/form-outcome";
import { choiceOf, textOf, FORM, serverAction } from "@/app/[locale]/server-action";
import type { DomainError } from "@/lib/kernel/errors";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { answerDeviceLogin } from "@/lib/identity/devices/device-login";

/** Lets the program of the form in, or sends it away. */
export const answerDeviceAction = serverAction([FORM], async (form): Promise<void> => {
  const code = textOf(form, "code", 40);
  const page = `/device?code=${encodeURIComponent(code)}`;
  const answer = choiceOf(form, "answer", ["approve", "deny"]) === "approve" ? "approved" : "denied";
  const refused = (error: DomainError) => {
    if (error.code !== "NOT_FOUND") throw error;
    return page;
  };
  const answered = await asMember({ page, refused }, async (actor) => {
    if (typeof (await findWaitingDevice(actor, code)) === "string") return false;
    await answerDeviceLogin(actor, code, answer);
    return true;
  });
  redirect(localizedPath(await getLocale(), answered ? `/device?outcome=${answer}` : page));
});
