import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { readText } from "@/lib/kernel/read-reason";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { recordEvent } from "@/lib/log/events/events";
import { mailNews } from "@/lib/log/events/notices/mail-news";
import { questionPage } from "@/lib/log/events/notices/news";
import { insertPost, isQuarantined, lockQuestion } from "@/lib/registry/questions/repository";
import { getReviewedSkill } from "@/lib/registry/reviews/delete-reviews";

export const MAX_POST_CHARACTERS = 2000;
/** More of them to one question nobody reads. */
export const MAX_ANSWERS = 100;

export interface QuestionRequest {
  actor: { accountId: string };
  /** Slug or id. */
  skill: string;
  text: string;
}

/**
 * Asks a question under a skill, for everybody to read; its owner is mailed of it. Throws SKILL_NOT_FOUND,
 * SKILL_QUARANTINED, REQUEST_INVALID, AUTH_FAILED for an account closed meanwhile, and QUESTION_NOT_ALLOWED for a draft,
 * and for an account in quarantine.
 */
export async function askQuestion(
  { actor, skill, text }: QuestionRequest,
  clock: Clock = systemClock,
): Promise<{ slug: string; questionId: string }> {
  const written = readPost(text);
  const now = clock.now();
  return inTransaction(async (tx) => {
    const { id: skillId, slug } = await getSkillToWriteUnder(tx, skill, actor.accountId);
    const id = newId("pst", now.getTime());
    const post = { id, skillId, questionId: null, accountId: actor.accountId, text: written, createdAt: now };
    await insertPost(tx, post);
    const data = { slug, postId: id };
    await recordEvent(tx, { kind: "skill:asked", skillId, data }, now, actor.accountId);
    return { slug, questionId: id };
  });
}

/**
 * Answers a question; who asked it is mailed. Throws what `askQuestion` throws, NOT_FOUND for a question that is not
 * shown, and QUESTION_NOT_ALLOWED for one that has `MAX_ANSWERS` already.
 */
export async function answerQuestion({
  actor,
  skill,
  question,
  text,
}: QuestionRequest & { question: string }): Promise<{ slug: string; answerId: string }> {
  const written = readPost(text);
  const now = systemClock.now();
  return inTransaction(async (tx) => {
    const { accountId } = actor;
    const { id: skillId, slug } = await getSkillToWriteUnder(tx, skill, accountId);
    const asked = await lockQuestion(tx, { skillId, id: question });
    if (!asked) throw notThere();
    if (asked.answers >= MAX_ANSWERS)
      throw notAllowed(`The question has ${MAX_ANSWERS} answers: it gets no others.`);
    const id = newId("pst", now.getTime());
    await insertPost(tx, { id, skillId, questionId: question, accountId, text: written, createdAt: now });
    await recordEvent(
      tx,
      { kind: "skill:answered", skillId, data: { slug, postId: id, question } },
      now,
      accountId,
    );
    if (asked.accountId !== null) {
      const news = { kind: "own-question-answered", name: slug, reason: null } as const;
      const of = { accountId: asked.accountId };
      await mailNews(tx, { ...news, path: questionPage(slug, question) }, { of, actor: accountId, now });
    }
    return { slug, answerId: id };
  });
}

const readPost = (text: string) => readText(text, { name: "text", maxCharacters: MAX_POST_CHARACTERS });

async function getSkillToWriteUnder(db: Database, slugOrId: string, accountId: string) {
  const skill = await getReviewedSkill(db, slugOrId);
  await shareLockAccount(db, accountId);
  if (skill.claimStatus === "draft" || skill.claimStatus === "expired")
    throw notAllowed(
      `"${skill.slug}" is a draft: nobody is there to answer. Ask when its owner has claimed it.`,
    );
  if (await isQuarantined(db, accountId))
    throw notAllowed("An administrator has put what this account writes into quarantine.");
  return skill;
}

/** A question or answer that is not there, or not shown. */
export const notThere = () => new DomainError("NOT_FOUND", "There is no such question or answer.");

const notAllowed = (why: string) => new DomainError("QUESTION_NOT_ALLOWED", why);
