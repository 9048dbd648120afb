import { systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { assertAdministrator } from "@/lib/identity/accounts/set-role";
import { recordEvent } from "@/lib/log/events/events";
import { readReason } from "@/lib/kernel/read-reason";
import { deleteHidden, insertHidden, listHidden, type HiddenQuestionRow } from "@/lib/moderation/repository";
import { listShownQuestions } from "@/lib/search/wanted/shown-questions";
import { foldQuestion, MAX_QUESTION_CHARACTERS } from "@/lib/search/wanted/counted-query";

const LISTED = 200;

export interface QuestionRequest {
  actor: Actor;
  /** As it is shown, or as somebody could type it. */
  question: string;
  /** Kept on record. */
  reason: string;
}

/**
 * Takes a question away that people searched for: nobody is shown it any more, on no list and as no suggestion, however
 * many ask it. Nothing that was counted is deleted, and `showQuestion` undoes it. Throws PERMISSION_DENIED,
 * REQUEST_INVALID without a question or a reason, and DECISION_NOT_POSSIBLE for one that is taken away already.
 */
export async function hideQuestion(request: QuestionRequest): Promise<void> {
  assertAdministrator(request.actor);
  const { query, reason } = readRequest(request);
  const now = systemClock.now();
  await inTransaction(async (tx) => {
    const row = { query, displayQuery: request.question.trim(), reason, hiddenAt: now };
    if (!(await insertHidden(tx, row))) throw notPossible("This question is taken away already.");
    const event = { kind: "question:hidden" as const, question: query, data: { question: query, reason } };
    await recordEvent(tx, event, now, request.actor.accountId);
  });
}

/** Lets a question be shown again once so many ask it. Throws like `hideQuestion`. */
export async function showQuestion(request: QuestionRequest): Promise<void> {
  assertAdministrator(request.actor);
  const { query, reason } = readRequest(request);
  const now = systemClock.now();
  await inTransaction(async (tx) => {
    if (!(await deleteHidden(tx, query))) throw notPossible("This question is not taken away.");
    const event = { kind: "question:shown" as const, question: query, data: { question: query, reason } };
    await recordEvent(tx, event, now, request.actor.accountId);
  });
}

/** What is shown of what people searched for, and what was taken away, newest first. Throws PERMISSION_DENIED. */
export async function listQuestions(
  actor: Actor,
  clock: Clock = systemClock,
): Promise<{ shown: string[]; hidden: HiddenQuestionRow[] }> {
  assertAdministrator(actor);
  const [shown, hidden] = await Promise.all([
    listShownQuestions(clock.now()),
    listHidden(database(), LISTED),
  ]);
  return { shown, hidden };
}

function readRequest({ question, reason }: QuestionRequest): { query: string; reason: string } {
  const query = foldQuestion(question);
  if (query === "" || query.length > MAX_QUESTION_CHARACTERS) {
    throw new DomainError(
      "REQUEST_INVALID",
      `Name a question of 1 to ${MAX_QUESTION_CHARACTERS} characters.`,
      {
        details: {
          errors: [{ pointer: "#/question", detail: `1 to ${MAX_QUESTION_CHARACTERS} characters` }],
        },
      },
    );
  }
  return { query, reason: readReason(reason) };
}

const notPossible = (why: string) => new DomainError("DECISION_NOT_POSSIBLE", why);
