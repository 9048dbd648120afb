"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { textOf, FORM, serverAction } from "@/app/[locale]/server-action";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { isDomainError } from "@/lib/kernel/errors";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { takeTestMoney } from "@/lib/payments/wallets";

/** Takes test money for the address of the form and shows the page again with what came of it. */
export const takeTestMoneyAction = serverAction([FORM], async (form): Promise<void> => {
  const address = textOf(form, "address").trim().slice(0, 64);
  const back = safeReturn(textOf(form, "return"), "");
  const result = new URLSearchParams({ address, ...(back === "" ? {} : { return: back }) });
  try {
    result.set("taken", await takeTestMoney(address));
  } catch (error) {
    if (!isDomainError(error)) throw error;
    result.set("problem", error.code);
  }
  redirect(`${localizedPath(await getLocale(), "/ledger")}?${result.toString()}`);
});
