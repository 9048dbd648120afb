"use server";

import { actAs } from "@/app/[locale]/act-as";
import { textOf } from "@/app/[locale]/form-fields";
import { FORM, serverAction } from "@/app/[locale]/server-action";
import { skillPath } from "@/components/skill/skill-path";
import { appealDecision } from "@/lib/moderation/appeal-decision";

const MAX_NAME = 100;

/** Files the owner's appeal against the quarantine of a skill. */
export const appealAction = serverAction([FORM], async (form): Promise<void> => {
  const skill = textOf(form, "skill", MAX_NAME);
  await actAs(
    `${skillPath(skill)}/quarantine`,
    (actor) => appealDecision({ actor, skill, text: textOf(form, "text") }),
    { name: "appeal", form, fields: ["text"] },
  );
});
