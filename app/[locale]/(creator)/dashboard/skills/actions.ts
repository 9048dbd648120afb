"use server";

import { actAs } from "@/app/[locale]/act-as";
import { textOf } from "@/app/[locale]/form-fields";
import { FORM, serverAction } from "@/app/[locale]/server-action";
import { askForAudit } from "@/lib/audits/queue";

/** Asks for an audit of the version of the form, as its owner. */
export const askForAuditAction = serverAction([FORM], async (form): Promise<void> => {
  const versionId = textOf(form, "version", 64);
  await actAs("/dashboard/skills", ({ accountId }) => askForAudit({ accountId, versionId }));
});
