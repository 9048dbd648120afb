"use server";

import { textOf } from "@/app/[locale]/form-fields";
import { FORM, UNREAD, serverAction } from "@/app/[locale]/server-action";
import { changeForm } from "@/components/run/form/change-form";
import { readInput, readWritten } from "@/components/run/form/read-input";
import { callFields, toolOfForm } from "@/components/run/form/call-fields";
import type { PlainRun } from "@/components/run/plain-run";
import { currentSubject } from "@/lib/web/auth/current-visitor";
import { isDomainError } from "@/lib/kernel/errors";
import { limitFreeRuns } from "@/lib/web/http/limits/request-limits";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import type { RunView } from "@/lib/running/runs/get-run";

const MAX_NAME = 100;

/**
 * Runs a free skill for a page whose scripts have not come: the form of the run box, sent as a form. A button that only
 * changes the form runs nothing.
 */
export const runPlainlyAction = serverAction([UNREAD, FORM], async (_before, form): Promise<PlainRun> => {
  const [slug, version] = [textOf(form, "skill", MAX_NAME), textOf(form, "version", MAX_NAME)];
  let shown: Written = { asJson: form.has("json"), input: {}, json: null };
  try {
    const skill = await getSkill(slug, { version });
    const fields = callFields(skill, toolOfForm(form));
    const changed = changeForm(form, { fields, examples: skill.examples });
    if (changed) return changed;
    shown = { ...shown, ...readWritten(form, fields) };
    const read = readInput(form, fields, shown.asJson);
    if (!read.ok) return { run: null, problem: { kind: "input", faults: read.faults }, ...shown };
    const { accountId, address } = await currentSubject();
    await limitFreeRuns({ accountId, address });
    const account = accountId === undefined ? {} : { accountId };
    const caller = accountId ?? address;
    const { run } = await runFreeSkill({ skill: slug, version, input: read.input, caller, ...account });
    return toAnswer(run, shown);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const { code, message: detail, details } = error;
    const errors = (details["errors"] ?? []) as { pointer: string; detail: string }[];
    const seconds = Number(details["retryAfterSeconds"]);
    const retry = Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {};
    return { run: null, problem: { kind: "api", code, detail, errors, ...retry }, ...shown };
  }
});

/** What the form held. */
type Written = Pick<PlainRun, "asJson" | "input" | "json">;

function toAnswer(run: RunView, written: Written): PlainRun {
  const { id, state, failure, fault, wallMs, receiptId } = run;
  const output = run.output as Record<string, unknown> | null;
  const shown = { id, state, output, failure, fault, wall_ms: wallMs, receipt_id: receiptId };
  const problem = state === "DONE" ? null : ({ kind: "failed", detail: failure ?? "" } as const);
  return { run: shown, problem, ...written };
}
