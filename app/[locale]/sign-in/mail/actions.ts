"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { enterByMail } from "@/lib/auth/enter-by-mail";
import { safeReturn } from "@/lib/auth/safe-return";
import { localizedPath } from "@/lib/i18n/paths";

const textOf = (value: FormDataEntryValue | null) => (typeof value === "string" ? value : "");

/** Signs in with the token of a mailed link, or leads back to its page, which says why not. */
export async function enterAction(form: FormData): Promise<void> {
  const locale = await getLocale();
  const token = textOf(form.get("token"));
  const returnTo = safeReturn(textOf(form.get("return")), localizedPath(locale, "/dashboard"));
  if (await enterByMail(token)) redirect(returnTo);
  redirect(`${localizedPath(locale, "/sign-in/mail")}?${new URLSearchParams({ token, return: returnTo })}`);
}
