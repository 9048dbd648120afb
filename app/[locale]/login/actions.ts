"use server";

import { getLocale } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { storeWritten, pageLocale } from "@/app/[locale]/form-outcome";
import { textOf, FORM, serverAction, isTicked } from "@/app/[locale]/server-action";
import { requestPasswordReset, resetPassword } from "@/lib/identity/passwords/password-reset";
import { isDomainError } from "@/lib/kernel/errors";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { sessionCookie } from "@/lib/web/auth/session-cookie";
import { signInWithPassword } from "@/lib/web/auth/sign-in-with-password";
import { subscriberOfStamped } from "@/lib/web/http/client-address";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

/** Opens a session for an address and its password, or leads back to the form, which says that it did not. */
export const signInAction = serverAction([FORM], async (form): Promise<void> => {
  const locale = await getLocale();
  const returnTo = safeReturn(textOf(form, "return"), localizedPath(locale, "/dashboard"));
  const answer = { email: textOf(form, "email"), password: textOf(form, "password") };
  const forwardedFor = (await headers()).get("x-forwarded-for");
  const user = await signInWithPassword(answer, forwardedFor).catch((error: unknown) => {
    if (isDomainError(error, "RATE_LIMITED")) return "limited" as const;
    throw error;
  });
  if (user === null || user === "limited") {
    const problem = user ?? "refused";
    const page = localizedPath(locale, "/login");
    await storeWritten(page, { name: "login", form, fields: ["email"] });
    redirect(`${page}?problem=${problem}&return=${encodeURIComponent(returnTo)}`);
  }
  const { name, value, options } = await sessionCookie(user);
  (await cookies()).set(name, value, options);
  redirect(returnTo);
});

/** Has a link to a new password sent, and says the same for every address. */
export const forgotPasswordAction = serverAction([FORM], async (form): Promise<void> => {
  const locale = await pageLocale();
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

/** Sets the password and leads to the sign-in, or back to the page, which says why it did not. */
export const resetPasswordAction = serverAction([FORM], async (form): Promise<void> => {
  const locale = await getLocale();
  const token = textOf(form, "token");
  const endKeys = isTicked(form, "keys");
  const returns = `return=${encodeURIComponent(safeReturn(textOf(form, "return"), ""))}`;
  const back = `${localizedPath(locale, "/login/reset")}?token=${encodeURIComponent(token)}&${returns}`;
  const refused = `${back}&problem=1&keys=${endKeys ? "on" : "off"}`;
  const done = await resetPassword({ token, password: textOf(form, "password"), endKeys }).catch(
    (error: unknown) => {
      if (isDomainError(error, "REQUEST_INVALID")) return null;
      throw error;
    },
  );
  redirect(done ? `${localizedPath(locale, "/login")}?ready=1&${returns}` : done === null ? refused : back);
});
