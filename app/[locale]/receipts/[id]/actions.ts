"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { storeWritten, withQuery } from "@/app/[locale]/form-outcome";
import { FORM, ID, serverAction, textOf } from "@/app/[locale]/server-action";
import { localizedPath } from "@/lib/platform/i18n/paths";

/** Has the page of a receipt show input and output once to whoever sent an access token, which the page judges. */
export const showTextsAction = serverAction([ID, FORM], async (id, form): Promise<void> => {
  textOf(form, "token");
  const path = localizedPath(await getLocale(), `/receipts/${id}`);
  const isStored = await storeWritten(path, { name: "texts", form, fields: ["token"] });
  redirect(`${isStored ? path : withQuery(path, "problem=RATE_LIMITED")}#texts`);
});
