"use server";

import { getLocale } from "next-intl/server";
import { redirect } from "next/navigation";
import { actAs, asAnybody, asMember, withQuery } from "@/app/[locale]/form-outcome";
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
import { reportPost, reportSkill } from "@/lib/moderation/reports";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { withdrawPost } from "@/lib/registry/questions/withdraw-posts";
import { answerQuestion, askQuestion } from "@/lib/registry/questions/write-post";
import { writeReview } from "@/lib/registry/reviews/write-review";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import type { RunView } from "@/lib/running/runs/get-run";
import { currentSubject } from "@/lib/web/auth/current-visitor";
import { limitFreeRuns, REQUEST_LIMITS, type RequestLimit } from "@/lib/web/http/limits/request-limits";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { asViewer } from "@/lib/web/auth/as-viewer";

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

/**
 * Files the report of the form, about the skill or a question or answer under it; no account needed. Leads to the page
 * that tells how it stands.
 */
export const reportAction = serverAction([FORM], async (form): Promise<void> => {
  const skill = textOf(form, "skill", MAX_NAME);
  const post = textOf(form, "post", MAX_NAME);
  const own = `${skillPath(skill)}/report`;
  const page = post === "" ? own : `${own}?post=${encodeURIComponent(post)}`;
  const sent = { name: "report", form, fields: ["reason", "text"] };
  const { reportId } = await asAnybody({ page, sent }, async () => {
    const caller = await currentSubject();
    await consumeRateLimit(REQUEST_LIMITS.report, caller.address);
    const reason = textOf(form, "reason", MAX_NAME);
    const report = { skill, reason, text: textOf(form, "text"), caller };
    return post === "" ? reportSkill(report) : reportPost({ ...report, post });
  });
  redirect(localizedPath(await getLocale(), withQuery(page, `report=${reportId}`)));
});

/** Asks the question of the form, and shows it. */
export const askAction = serverAction([FORM], async (form): Promise<void> => {
  const skill = textOf(form, "skill", MAX_NAME);
  const page = skillPath(skill, "questions");
  const { slug, questionId } = await asMember({ page, part: "write", sent: postOf(form) }, async (actor) => {
    await limitPosts(REQUEST_LIMITS.question, actor);
    return askQuestion({ actor, skill, text: textOf(form, "text") });
  });
  const path = `${skillPath(slug, "questions")}?question=${questionId}&done=1#write`;
  redirect(localizedPath(await getLocale(), path));
});

/** Answers the question of the form. */
export const answerAction = serverAction([FORM], async (form): Promise<void> => {
  const skill = textOf(form, "skill", MAX_NAME);
  const question = textOf(form, "question", MAX_NAME);
  const page = `${skillPath(skill, "questions")}?question=${encodeURIComponent(question)}`;
  await asMember({ page, part: "write", sent: postOf(form) }, async (actor) => {
    await limitPosts(REQUEST_LIMITS.answer, actor);
    await answerQuestion({ actor, skill, question, text: textOf(form, "text") });
  });
  redirect(localizedPath(await getLocale(), `${page}&done=1#write`));
});

const postOf = (form: FormData) => ({ name: "post", form, fields: ["text"] });

async function limitPosts(limit: RequestLimit, { accountId }: Actor): Promise<void> {
  await consumeRateLimit(limit, accountId);
  await consumeRateLimit(REQUEST_LIMITS.postsOfAddress, (await currentSubject()).address);
}

/** Takes back the question or answer of the form, and shows what is left. */
export const withdrawPostAction = serverAction([FORM], async (form): Promise<void> => {
  const skill = textOf(form, "skill", MAX_NAME);
  const [post, question] = [textOf(form, "post", MAX_NAME), textOf(form, "question", MAX_NAME)];
  const list = skillPath(skill, "questions");
  const one = `${list}?question=${encodeURIComponent(question)}`;
  await asMember({ page: one, part: "write" }, (actor) => withdrawPost({ actor, skill, post }));
  const page = post === question ? list : one;
  redirect(localizedPath(await getLocale(), `${withQuery(page, "withdrawn=1")}#write`));
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
    const skill = await asViewer(() => getSkill(slug, { version }));
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
