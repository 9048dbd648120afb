"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { asMember, problemQuery } from "@/app/[locale]/form-outcome";
import { FORM, serverAction, textOf } from "@/app/[locale]/server-action";
import { renameAccount } from "@/lib/identity/accounts/rename-account";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { safeReturn } from "@/lib/web/auth/safe-return";

/** Gives the account of who has just joined the name of the form, and leads on to where they were going. */
export const takeNameAction = serverAction([FORM], async (form): Promise<void> => {
  const returnTo = safeReturn(textOf(form, "return"), localizedPath(await getLocale(), "/dashboard"));
  const page = `/sign-in/name?${new URLSearchParams({ return: returnTo })}`;
  await asMember(
    {
      page,
      refused: (error) => `${page}&${problemQuery(error)}`,
      sent: { name: "sign-in-name", form, fields: ["username"] },
    },
    (actor) => renameAccount(actor, textOf(form, "username", 64)),
  );
  redirect(returnTo);
});
