"use server";

import { getLocale } from "next-intl/server";
import { redirect } from "next/navigation";
import { asAnybody } from "@/app/[locale]/form-outcome";
import { FORM, serverAction, textOf } from "@/app/[locale]/server-action";
import { reportSet } from "@/lib/moderation/set-reports";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { currentSubject } from "@/lib/web/auth/current-visitor";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const MAX_NAME = 100;

/** Files the report of the form about a set; no account needed. Leads to the page that tells how it stands. */
export const reportSetAction = serverAction([FORM], async (form): Promise<void> => {
  const set = textOf(form, "set", MAX_NAME);
  const page = `/sets/${encodeURIComponent(set)}/report`;
  const sent = { name: "report", form, fields: ["reason", "text"] };
  const { reportId } = await asAnybody({ page, sent }, async () => {
    const caller = await currentSubject();
    await consumeRateLimit(REQUEST_LIMITS.report, caller.address);
    return reportSet({ set, reason: textOf(form, "reason", MAX_NAME), text: textOf(form, "text"), caller });
  });
  redirect(localizedPath(await getLocale(), `${page}?report=${reportId}`));
});
