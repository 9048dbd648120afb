"use server";

import { textOf } from "@/app/[locale]/act-as";
import { readDraft, readInput } from "@/components/run/read-input";
import { formFields } from "@/components/run/form-fields";
import type { PlainRun } from "@/components/run/plain-run";
import { currentSubject } from "@/lib/auth/current-visitor";
import { isDomainError } from "@/lib/errors";
import { limitFreeRuns } from "@/lib/http/limit-free-runs";
import { getSkill } from "@/lib/registry/get-skill";
import { runFreeSkill } from "@/lib/running/run-free-skill";
import type { RunView } from "@/lib/running/run-view";

const MAX_NAME = 100;

/** Runs a free skill for a page whose scripts have not come: the form of the run box, sent as a form. */
export async function runPlainlyAction(_before: PlainRun | null, form: FormData): Promise<PlainRun> {
  const [slug, version] = [textOf(form, "skill", MAX_NAME), textOf(form, "version", MAX_NAME)];
  let input: Record<string, unknown> = {};
  try {
    const skill = await getSkill(slug, { version });
    const fields = formFields(skill.inputSchema);
    const asJson = form.has("json");
    const read = readInput(form, fields, asJson);
    input = read.ok ? read.input : asJson ? {} : readDraft(form, fields);
    if (!read.ok) return { run: null, problem: { kind: "input", faults: read.faults }, input };
    const { accountId, address } = await currentSubject();
    await limitFreeRuns({ accountId, address });
    const account = accountId === undefined ? {} : { accountId };
    const { run } = await runFreeSkill({ skill: slug, version, input, ...account });
    return toAnswer(run, input);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const { code, message: detail, details } = error;
    const errors = (details["errors"] ?? []) as { pointer: string; detail: string }[];
    return { run: null, problem: { kind: "api", code, detail, errors }, input };
  }
}

function toAnswer(run: RunView, input: Record<string, unknown>): PlainRun {
  const { id, state, failure, fault, wallMs, receiptId } = run;
  const output = run.output as Record<string, unknown> | null;
  const shown = { id, state, output, failure, fault, wall_ms: wallMs, receipt_id: receiptId };
  const problem = state === "DONE" ? null : ({ kind: "failed", detail: failure ?? "" } as const);
  return { run: shown, problem, input };
}
