"use server";

import { actAs } from "@/app/[locale]/act-as";
import { textOf } from "@/app/[locale]/form-fields";
import { FORM, serverAction } from "@/app/[locale]/server-action";
import { declineDraft } from "@/lib/publishing/drafts/own-drafts";

/** Ends the draft of the form, if it waits for whoever sends it. */
export const declineDraftAction = serverAction([FORM], async (form): Promise<void> => {
  await actAs("/dashboard/drafts", (actor) => declineDraft(actor, textOf(form, "skill", 64)));
});
