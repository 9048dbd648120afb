import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import {
  findShownPost,
  findShownQuestion,
  selectAnswers,
  selectFirstAnswers,
  selectNewest,
  selectQuestions,
  type PostRole,
  type StoredPost,
  type StoredQuestion,
} from "@/lib/registry/questions/repository";
import { notThere } from "@/lib/registry/questions/write-post";
import { getReviewedSkill } from "@/lib/registry/reviews/delete-reviews";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;
/** So many answers stand beside a question in a list. */
const FIRST_ANSWERS = 3;
const NEWEST = 50;
const POST_ID = /^pst_[0-9a-z]{26}$/;

export interface PostView {
  id: string;
  /** Null, as the text, once its author took it back. */
  username: string | null;
  text: string | null;
  /** Whether the account owns or maintains the skill now. */
  role: PostRole;
  createdAt: string;
}

export interface QuestionView extends PostView {
  answersCount: number;
  /** In a list the first ones: those of the owner and maintainers before others, then by time. */
  answers: PostView[];
}

export interface QuestionPage {
  slug: string;
  questions: QuestionView[];
  nextCursor: string | null;
}

interface Part {
  limit?: number;
  cursor?: string | undefined;
}

/**
 * Questions under a skill, newest first. Throws SKILL_NOT_FOUND, SKILL_QUARANTINED, and REQUEST_INVALID for a cursor that
 * is none.
 */
export async function listQuestions(slugOrId: string, part: Part = {}): Promise<QuestionPage> {
  const skill = await getReviewedSkill(database(), slugOrId);
  const { size, place } = readPart(part);
  const rows = await selectQuestions(database(), { skillId: skill.id, limit: size + 1, before: place });
  const shown = rows.slice(0, size);
  const ids = shown.map(({ id }) => id);
  const answers = await selectFirstAnswers(database(), ids, FIRST_ANSWERS);
  return {
    slug: skill.slug,
    questions: shown.map((row) =>
      toQuestion(
        row,
        answers.filter(({ questionId }) => questionId === row.id),
      ),
    ),
    nextCursor: rows.length > size ? (ids.at(-1) ?? null) : null,
  };
}

/**
 * One question with its answers, oldest first. Throws what `listQuestions` throws, and NOT_FOUND for a question that is
 * not shown, or that was taken back and has no answer.
 */
export async function getQuestion(
  slugOrId: string,
  id: string,
  part: Part = {},
): Promise<{ slug: string; question: QuestionView; nextCursor: string | null }> {
  const { id: skillId, slug } = await getReviewedSkill(database(), slugOrId);
  const { size, place } = readPart(part);
  const question = POST_ID.test(id) ? await findShownQuestion(database(), { skillId, id }) : null;
  if (!question || (question.text === null && question.answersCount === 0)) throw notThere();
  const rows = await selectAnswers(database(), { questionId: id, limit: size + 1, after: place });
  const answers = rows.slice(0, size);
  const nextCursor = rows.length > size ? (answers.at(-1)?.id ?? null) : null;
  return { slug, question: toQuestion(question, answers), nextCursor };
}

/** A question or answer that somebody is about to report. Throws SKILL_NOT_FOUND, SKILL_QUARANTINED and NOT_FOUND. */
export async function getShownPost(
  slugOrId: string,
  id: string,
): Promise<{ skillId: string; slug: string; id: string; text: string }> {
  const { id: skillId, slug } = await getReviewedSkill(database(), slugOrId);
  const post = POST_ID.test(id) ? await findShownPost(database(), { skillId, id }) : null;
  if (!post) throw notThere();
  return { skillId, slug, ...post };
}

export type NewPostView = PostView & { questionId: string | null };

/** The newest questions and answers under a skill, for its feed. Throws SKILL_NOT_FOUND and SKILL_QUARANTINED. */
export async function listNewestPosts(slugOrId: string): Promise<{ slug: string; posts: NewPostView[] }> {
  const { id: skillId, slug } = await getReviewedSkill(database(), slugOrId);
  const rows = await selectNewest(database(), { skillId, limit: NEWEST });
  return { slug, posts: rows.map((row) => ({ ...toPost(row), questionId: row.questionId })) };
}

const toPost = ({ id, username, text, role, createdAt }: StoredPost): PostView => ({
  id,
  username,
  text,
  role,
  createdAt: createdAt.toISOString(),
});

const toQuestion = (row: StoredQuestion, answers: readonly StoredPost[]): QuestionView => ({
  ...toPost(row),
  answersCount: row.answersCount,
  answers: answers.map(toPost),
});

/** Ids sort by time, so the last one shown is the place where the next page begins. */
function readPart({ limit = DEFAULT_LIMIT, cursor }: Part): { size: number; place: string | null } {
  const size = Math.min(Math.max(Math.trunc(limit), 1), MAX_LIMIT);
  if (cursor === undefined) return { size, place: null };
  if (POST_ID.test(cursor)) return { size, place: cursor };
  throw new DomainError(
    "REQUEST_INVALID",
    "The cursor is not one of this list: ask for the first page again.",
    { details: { parameter: "cursor" } },
  );
}
