"use server";

import { actAs } from "@/app/[locale]/form-outcome";
import { textOf, FORM, serverAction } from "@/app/[locale]/server-action";
import { askForAudit } from "@/lib/audits/queue";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { currentSubject } from "@/lib/web/auth/current-visitor";
import { limitFreeRuns } from "@/lib/web/http/limits/request-limits";
import { runFirst } from "@/lib/running/calls/run-free-skill";
import { YANK_KINDS } from "@/lib/registry/versions/yank-kinds";
import { yankVersion } from "@/lib/publishing/yank-version";

const MAX_NAME = 100;

/** Files the owner's appeal against the rejection of a version. */
export const appealRejectionAction = serverAction([FORM], async (form): Promise<void> => {
  const [skill, version, versionId] = ["skill", "version", "versionId"].map((name) =>
    textOf(form, name, MAX_NAME),
  );
  await actAs(
    `/publish/${encodeURIComponent(versionId ?? "")}`,
    (actor) => appealDecision({ actor, skill: skill ?? "", version, text: textOf(form, "text") }),
    { name: "appeal", form, fields: ["text"] },
  );
});

/** Withdraws the version that the form names, as its owner. */
export const yankVersionAction = serverAction([FORM], async (form): Promise<void> => {
  const [skill, version, versionId] = ["skill", "version", "versionId"].map((name) =>
    textOf(form, name, MAX_NAME),
  );
  await actAs(
    `/publish/${encodeURIComponent(versionId ?? "")}`,
    (actor) =>
      yankVersion({
        actor,
        skill: skill ?? "",
        version: version ?? "",
        reason: textOf(form, "reason"),
        kind: YANK_KINDS.find((each) => each === textOf(form, "kind", MAX_NAME)),
      }),
    { name: "yank", form, fields: ["version", "kind", "reason"] },
  );
});

/** More is no input of a call. */
const MAX_INPUT = 128 * 1024;

/** Runs the version that the form names once, as whoever publishes it. */
export const runFirstAction = serverAction([FORM], async (form): Promise<void> => {
  const [skill, version, versionId] = ["skill", "version", "versionId"].map((name) =>
    textOf(form, name, MAX_NAME),
  );
  await actAs(
    `/publish/${encodeURIComponent(versionId ?? "")}`,
    async ({ accountId }) => {
      await limitFreeRuns({ accountId, address: (await currentSubject()).address });
      const input = textOf(form, "input", MAX_INPUT);
      return runFirst({ skill: skill ?? "", version: version ?? "", input, accountId });
    },
    { name: "first run", form, fields: ["input"] },
    "first-run",
  );
});

/** Asks for an audit of the version that the form names, as its owner. */
export const askForAuditAction = serverAction([FORM], async (form): Promise<void> => {
  const versionId = textOf(form, "versionId", MAX_NAME);
  await actAs(`/publish/${encodeURIComponent(versionId)}`, ({ accountId }) =>
    askForAudit({ accountId, versionId }),
  );
});
