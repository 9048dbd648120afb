"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { isTicked, textOf } from "@/app/[locale]/form-fields";
import { FORM, serverAction } from "@/app/[locale]/server-action";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { isDomainError } from "@/lib/kernel/errors";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { resetPassword } from "@/lib/identity/passwords/password-reset";

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
