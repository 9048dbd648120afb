"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { textOf, FORM, serverAction } from "@/app/[locale]/server-action";
import { enterByMail, pathAfterJoining } from "@/lib/web/auth/mailed-links";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { localizedPath } from "@/lib/platform/i18n/paths";

/** Signs in with the token of a mailed link, or leads back to its page, which says why not. */
export const enterAction = serverAction([FORM], async (form): Promise<void> => {
  const locale = await getLocale();
  const token = textOf(form, "token");
  const returnTo = safeReturn(textOf(form, "return"), localizedPath(locale, "/dashboard"));
  const joined = await enterByMail(token);
  if (joined) redirect(pathAfterJoining(joined, { locale, returnTo }));
  redirect(`${localizedPath(locale, "/sign-in/mail")}?${new URLSearchParams({ token, return: returnTo })}`);
});
