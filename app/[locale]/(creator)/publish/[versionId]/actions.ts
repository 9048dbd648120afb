"use server";

import { actAs, textOf } from "@/app/[locale]/act-as";
import { appealDecision } from "@/lib/moderation/appeal-decision";

const MAX_NAME = 100;

/** Files the owner's appeal against the rejection of a version. */
export async function appealRejectionAction(form: FormData): Promise<void> {
  const [skill, version, versionId] = ["skill", "version", "versionId"].map((name) =>
    textOf(form, name, MAX_NAME),
  );
  await actAs(`/publish/${encodeURIComponent(versionId ?? "")}`, (actor) =>
    appealDecision({ actor, skill: skill ?? "", version, text: textOf(form, "text") }),
  );
}
