"use server";

import { getLocale } from "next-intl/server";
import { redirect } from "next/navigation";
import { actAs, asAnybody, asMember } from "@/app/[locale]/form-outcome";
import { textOf, FORM, serverAction, ID, PATH, UNREAD } from "@/app/[locale]/server-action";
import { callFields, toolOfForm } from "@/components/run/form/call-fields";
import { changeForm } from "@/components/run/form/change-form";
import { readInput, readWritten } from "@/components/run/form/read-input";
import type { PlainRun } from "@/components/run/plain-run";
import { skillPath } from "@/components/skill/links";
import {
  answerChallenge,
  MAX_ANSWER_CHARACTERS,
  MAX_EVIDENCE_CHARACTERS,
  openChallenge,
} from "@/lib/audits/challenges";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import type { Actor } from "@/lib/identity/actor";
import { isDomainError } from "@/lib/kernel/errors";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { reportSkill } from "@/lib/moderation/reports";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { writeReview } from "@/lib/registry/reviews/write-review";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import type { RunView } from "@/lib/running/runs/get-run";
import { currentSubject } from "@/lib/web/auth/current-visitor";
import { limitFreeRuns, REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";

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

/** Files the report of the form; no account needed. Leads to the page that tells how it stands. */
export const reportAction = serverAction([FORM], async (form): Promise<void> => {
  const skill = textOf(form, "skill", MAX_NAME);
  const page = `${skillPath(skill)}/report`;
  const sent = { name: "report", form, fields: ["reason", "text"] };
  const { reportId } = await asAnybody({ page, sent }, async () => {
    const caller = await currentSubject();
    await consumeRateLimit(REQUEST_LIMITS.report, caller.address);
    const reason = textOf(form, "reason", MAX_NAME);
    return reportSkill({ skill, reason, text: textOf(form, "text"), caller });
  });
  redirect(localizedPath(await getLocale(), `${page}?report=${reportId}`));
});

/** Writes or changes the review of the form. */
export const reviewAction = serverAction([FORM], async (form): Promise<void> => {
  const skill = textOf(form, "skill", MAX_NAME);
  const write = async (actor: Actor) => {
    await consumeRateLimit(REQUEST_LIMITS.review, (await currentSubject()).address);
    await writeReview({
      actor,
      skill,
      rating: Number(textOf(form, "rating", 2)),
      text: textOf(form, "text"),
    });
  };
  const sent = { name: "review", form, fields: ["rating", "text"] };
  await actAs(skillPath(skill, "reviews"), write, sent, "write-review");
});

/** Challenges the version; `path` is the page it stands on, which shows the challenge or the problem. */
export const challengeAction = serverAction(
  [ID, PATH, FORM],
  async (versionId, path, form): Promise<void> => {
    const sent = { name: "challenge", form, fields: ["claim", "evidence"] };
    // Far down on a phone.
    const part = "challenges";
    await asMember({ page: path, part, sent }, async ({ accountId }) => {
      await consumeRateLimit(REQUEST_LIMITS.challenge, (await currentSubject()).address);
      const claim = textOf(form, "claim");
      const evidence = textOf(form, "evidence", MAX_EVIDENCE_CHARACTERS + 1);
      await openChallenge({ accountId, versionId, claim, evidence });
    });
    redirect(localizedPath(await getLocale(), `${path}#${part}`));
  },
);

/** What the accused says to the challenge of the form; `path` is the page it stands on. */
export const answerChallengeAction = serverAction([PATH, FORM], async (path, form): Promise<void> => {
  const challengeId = textOf(form, "challenge", MAX_NAME);
  const sent = { name: `answer ${challengeId}`, form, fields: ["answer"] };
  const part = "challenges";
  await asMember({ page: path, part, sent }, ({ accountId }) =>
    answerChallenge({ accountId, challengeId, answer: textOf(form, "answer", MAX_ANSWER_CHARACTERS + 1) }),
  );
  redirect(localizedPath(await getLocale(), `${path}#${part}`));
});

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
  const { id, state, failure, fault, errorOutput, wallMs, receiptId } = run;
  const output = run.output as Record<string, unknown> | null;
  const shown = { id, state, output, failure, fault, wall_ms: wallMs, receipt_id: receiptId };
  const problem = state === "DONE" ? null : ({ kind: "failed", detail: failure ?? "", errorOutput } as const);
  return { run: shown, problem, ...written };
}
