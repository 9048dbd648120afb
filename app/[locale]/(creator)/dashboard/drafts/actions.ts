"use server";

import { actAs, textOf } from "@/app/[locale]/act-as";
import { declineDraft } from "@/lib/publishing/drafts/decline-draft";

/** Ends the draft of the form, if it waits for whoever sends it. */
export async function declineDraftAction(form: FormData): Promise<void> {
  await actAs("/dashboard/drafts", (actor) => declineDraft(actor, textOf(form, "skill", 64)));
}
