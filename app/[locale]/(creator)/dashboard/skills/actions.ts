"use server";

import { actAs, textOf } from "@/app/[locale]/act-as";
import { askForAudit } from "@/lib/audits/queue/ask-for-audit";

/** Asks for an audit of the version of the form, as its owner. */
export async function askForAuditAction(form: FormData): Promise<void> {
  const versionId = textOf(form, "version", 64);
  await actAs("/dashboard/skills", ({ accountId }) => askForAudit({ accountId, versionId }));
}
