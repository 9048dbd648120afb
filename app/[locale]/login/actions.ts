"use server";

import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { storeWritten } from "@/app/[locale]/refused-form";
import { textOf } from "@/app/[locale]/form-fields";
import { FORM, serverAction } from "@/app/[locale]/server-action";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { sessionCookie } from "@/lib/web/auth/session-cookie";
import { signInWithPassword } from "@/lib/web/auth/sign-in-with-password";
import { isDomainError } from "@/lib/kernel/errors";
import { localizedPath } from "@/lib/platform/i18n/paths";

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
