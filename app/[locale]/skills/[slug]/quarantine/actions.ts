"use server";

import { actAs, textOf } from "@/app/[locale]/act-as";
import { skillPath } from "@/components/skill/skill-path";
import { appealDecision } from "@/lib/moderation/appeal-decision";

const MAX_NAME = 100;

/** Files the owner's appeal against the quarantine of a skill. */
export async function appealAction(form: FormData): Promise<void> {
  const skill = textOf(form, "skill", MAX_NAME);
  await actAs(
    `${skillPath(skill)}/quarantine`,
    (actor) => appealDecision({ actor, skill, text: textOf(form, "text") }),
    { name: "appeal", form, fields: ["text"] },
  );
}
