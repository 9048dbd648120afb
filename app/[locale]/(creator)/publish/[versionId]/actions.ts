"use server";

import { actAs, textOf } from "@/app/[locale]/act-as";
import { askForAudit } from "@/lib/audits/queue/ask-for-audit";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { yankVersion } from "@/lib/registry/versions/yank-version";

const MAX_NAME = 100;

/** Files the owner's appeal against the rejection of a version. */
export async function appealRejectionAction(form: FormData): Promise<void> {
  const [skill, version, versionId] = ["skill", "version", "versionId"].map((name) =>
    textOf(form, name, MAX_NAME),
  );
  await actAs(
    `/publish/${encodeURIComponent(versionId ?? "")}`,
    (actor) => appealDecision({ actor, skill: skill ?? "", version, text: textOf(form, "text") }),
    { name: "appeal", form, fields: ["text"] },
  );
}

/** Withdraws the version that the form names, as its owner. */
export async function yankVersionAction(form: FormData): Promise<void> {
  const [skill, version, versionId] = ["skill", "version", "versionId"].map((name) =>
    textOf(form, name, MAX_NAME),
  );
  await actAs(
    `/publish/${encodeURIComponent(versionId ?? "")}`,
    (actor) =>
      yankVersion({ actor, skill: skill ?? "", version: version ?? "", reason: textOf(form, "reason") }),
    { name: "yank", form, fields: ["version", "reason"] },
  );
}

/** Asks for an audit of the version that the form names, as its owner. */
export async function askForAuditAction(form: FormData): Promise<void> {
  const versionId = textOf(form, "versionId", MAX_NAME);
  await actAs(`/publish/${encodeURIComponent(versionId)}`, ({ accountId }) =>
    askForAudit({ accountId, versionId }),
  );
}
