"use server";

import { actOpenly, textOf } from "@/app/[locale]/act-as";
import { skillPath } from "@/components/skill/skill-path";
import { currentSubject } from "@/lib/auth/current-visitor";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import { REPORT_LIMIT } from "@/lib/moderation/report-limit";
import { reportSkill } from "@/lib/moderation/report-skill";

const MAX_NAME = 100;

/** Files the report of the form; no account needed. */
export async function reportAction(form: FormData): Promise<void> {
  const skill = textOf(form, "skill", MAX_NAME);
  await actOpenly(`${skillPath(skill)}/report`, async () => {
    const caller = await currentSubject();
    await consumeRateLimit(REPORT_LIMIT, caller.address);
    await reportSkill({
      skill,
      reason: textOf(form, "reason", MAX_NAME),
      text: textOf(form, "text"),
      caller,
    });
  });
}
