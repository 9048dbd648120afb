"use server";

import { actAs } from "@/app/[locale]/form-outcome";
import { FORM, ID, serverAction, textOf } from "@/app/[locale]/server-action";
import { withdrawOwnAdvisory } from "@/lib/audits/advisories/write-own-advisory";

/** Withdraws what a verifier wrote, with a reason. */
export const withdrawAction = serverAction([ID, FORM], async (id, form): Promise<void> => {
  const sent = { name: "withdraw", form, fields: ["reason"] };
  await actAs(
    `/advisories/${id}`,
    (actor) => withdrawOwnAdvisory(actor, { id, reason: textOf(form, "reason") }),
    sent,
  );
});
