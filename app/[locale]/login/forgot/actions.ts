"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { storeWritten } from "@/app/[locale]/refused-form";
import { textOf } from "@/app/[locale]/form-fields";
import { FORM, serverAction } from "@/app/[locale]/server-action";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { isDomainError } from "@/lib/kernel/errors";
import { subscriberOfStamped } from "@/lib/web/http/client-address";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { DEFAULT_LOCALE, LOCALES } from "@/lib/platform/i18n/routing";
import { requestPasswordReset } from "@/lib/identity/passwords/password-reset";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

/** Has a link to a new password sent, and says the same for every address. */
export const forgotPasswordAction = serverAction([FORM], async (form): Promise<void> => {
  const chosen = await getLocale();
  const locale = LOCALES.find((known) => known === chosen) ?? DEFAULT_LOCALE;
  const forwardedFor = (await headers()).get("x-forwarded-for");
  const returnTo = safeReturn(textOf(form, "return"), "");
  let outcome = "sent";
  try {
    await consumeRateLimit(REQUEST_LIMITS.passwordReset, subscriberOfStamped(forwardedFor));
    await requestPasswordReset({ email: textOf(form, "email"), locale, returnTo });
  } catch (error) {
    if (isDomainError(error, "RATE_LIMITED")) outcome = "limited";
    else if (isDomainError(error, "REQUEST_INVALID")) outcome = "invalid";
    else throw error;
  }
  const page = localizedPath(locale, "/login/forgot");
  if (outcome !== "sent") await storeWritten(page, { name: "forgot", form, fields: ["email"] });
  redirect(`${page}?outcome=${outcome}&return=${encodeURIComponent(returnTo)}`);
});
