"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { problemQuery } from "@/app/[locale]/act-as";
import { textOf } from "@/app/[locale]/form-fields";
import { storeWritten } from "@/app/[locale]/refused-form";
import { FORM, serverAction } from "@/app/[locale]/server-action";
import { skillPath } from "@/components/skill/skill-path";
import { currentSubject } from "@/lib/web/auth/current-visitor";
import { isDomainError } from "@/lib/kernel/errors";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { reportSkill } from "@/lib/moderation/reports";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const MAX_NAME = 100;

/** Files the report of the form; no account needed. Leads to the page that tells how it stands. */
export const reportAction = serverAction([FORM], async (form): Promise<void> => {
  const skill = textOf(form, "skill", MAX_NAME);
  redirect(localizedPath(await getLocale(), await file(skill, form)));
});

/** Where its number leads, or the form again with the code of the problem. */
async function file(skill: string, form: FormData): Promise<string> {
  try {
    const caller = await currentSubject();
    await consumeRateLimit(REQUEST_LIMITS.report, caller.address);
    const { reportId } = await reportSkill({
      skill,
      reason: textOf(form, "reason", MAX_NAME),
      text: textOf(form, "text"),
      caller,
    });
    return `${skillPath(skill)}/report?report=${reportId}`;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const path = `${skillPath(skill)}/report`;
    const page = localizedPath(await getLocale(), path);
    await storeWritten(page, { name: "report", form, fields: ["reason", "text"] });
    return `${path}?${problemQuery(error)}`;
  }
}
