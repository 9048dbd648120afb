import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { membersSql } from "@/lib/identity/organisations/members-sql";

const { sql } = Prisma;

/** Whether the account speaks for the skill now. */
export type PostRole = "owner" | "maintainer" | null;

export interface StoredPost {
  id: string;
  /** NULL of a question. */
  questionId: string | null;
  /** NULL, as the text, of one that its author took back. */
  username: string | null;
  text: string | null;
  role: PostRole;
  createdAt: Date;
}

/** Posts `p` with their authors `a` and skills `s`. */
const FROM = sql`FROM "SkillPosts" p JOIN "Skills" s ON s."id" = p."skill_id" LEFT JOIN "Accounts" a ON a."id" = p."account_id"`;
const SHOWN = sql`p."hidden_at" IS NULL AND a."quarantined_at" IS NULL`;
const ROLE = sql`CASE WHEN a."id" = s."owner_id" THEN 'owner' WHEN EXISTS (SELECT 1 FROM "SkillMaintainers" m
  WHERE m."skill_id" = s."id" AND m."account_id" = a."id" AND m."state" = 'active')
  OR a."id" IN (${membersSql(sql`s."id"`)}) THEN 'maintainer' END`;
const COLUMNS = sql`p."id", p."question_id" AS "questionId", a."username", p."text", ${ROLE} AS "role", p."created_at" AS "createdAt"`;
const SHOWN_ANSWERS = (
  question: Prisma.Sql,
) => sql`FROM "SkillPosts" r JOIN "Accounts" b ON b."id" = r."account_id"
  WHERE r."question_id" = ${question} AND r."hidden_at" IS NULL AND b."quarantined_at" IS NULL`;

export type StoredQuestion = StoredPost & { answersCount: number };

const QUESTION = sql`SELECT ${COLUMNS}, (SELECT count(*)::int ${SHOWN_ANSWERS(sql`p."id"`)}) AS "answersCount"
  ${FROM} WHERE p."question_id" IS NULL AND ${SHOWN}`;

/** Shown questions of a skill, newest first, from behind `before`; those taken back only where an answer is left. One query. */
export function selectQuestions(
  db: Database,
  { skillId, limit, before }: { skillId: string; limit: number; before: string | null },
): Promise<StoredQuestion[]> {
  const rest = before === null ? Prisma.empty : sql`AND p."id" < ${before}`;
  return db.$queryRaw<StoredQuestion[]>(sql`${QUESTION} AND p."skill_id" = ${skillId} ${rest}
    AND (p."withdrawn_at" IS NULL OR EXISTS (SELECT 1 ${SHOWN_ANSWERS(sql`p."id"`)})) ORDER BY p."id" DESC LIMIT ${limit}`);
}

/** One question that is shown, whether or not it was taken back. */
export async function findShownQuestion(
  db: Database,
  { skillId, id }: { skillId: string; id: string },
): Promise<StoredQuestion | null> {
  const [row] = await db.$queryRaw<StoredQuestion[]>(
    sql`${QUESTION} AND p."skill_id" = ${skillId} AND p."id" = ${id}`,
  );
  return row ?? null;
}

/** Of each question the first answers: those of who speaks for the skill, then the others, oldest first. One query. */
export async function selectFirstAnswers(
  db: Database,
  questionIds: readonly string[],
  most: number,
): Promise<StoredPost[]> {
  if (questionIds.length === 0) return [];
  return db.$queryRaw<StoredPost[]>(sql`SELECT * FROM (
    SELECT w.*, row_number() OVER (PARTITION BY w."questionId" ORDER BY w."role" IS NULL, w."id") AS "place" FROM (
      SELECT ${COLUMNS} ${FROM} WHERE p."question_id" = ANY(${[...questionIds]}) AND p."withdrawn_at" IS NULL AND ${SHOWN}
    ) w) x WHERE x."place" <= ${most} ORDER BY x."questionId" DESC, x."place"`);
}

/** Answers to a question, oldest first, from behind `after`; one query. */
export function selectAnswers(
  db: Database,
  { questionId, limit, after }: { questionId: string; limit: number; after: string | null },
): Promise<StoredPost[]> {
  const rest = after === null ? Prisma.empty : sql`AND p."id" > ${after}`;
  return db.$queryRaw<StoredPost[]>(sql`SELECT ${COLUMNS} ${FROM} WHERE p."question_id" = ${questionId}
    AND p."withdrawn_at" IS NULL AND ${SHOWN} ${rest} ORDER BY p."id" LIMIT ${limit}`);
}

/** Questions and answers under a skill whose text is there, newest first; one query. */
export function selectNewest(
  db: Database,
  { skillId, limit }: { skillId: string; limit: number },
): Promise<StoredPost[]> {
  return db.$queryRaw<StoredPost[]>(sql`SELECT ${COLUMNS} ${FROM}
    LEFT JOIN "SkillPosts" q ON q."id" = p."question_id" LEFT JOIN "Accounts" o ON o."id" = q."account_id"
    WHERE p."skill_id" = ${skillId} AND p."withdrawn_at" IS NULL AND ${SHOWN}
      AND q."hidden_at" IS NULL AND o."quarantined_at" IS NULL ORDER BY p."id" DESC LIMIT ${limit}`);
}

export interface NewPost {
  id: string;
  skillId: string;
  questionId: string | null;
  accountId: string;
  text: string;
  createdAt: Date;
}

export async function insertPost(db: Database, post: NewPost): Promise<void> {
  await db.skillPost.create({ data: post, select: { id: true } });
}

/** Whether an administrator has the account write nothing. */
export async function isQuarantined(db: Database, accountId: string): Promise<boolean> {
  return (await db.account.count({ where: { id: accountId, quarantinedAt: { not: null } } })) === 1;
}

export interface AnsweredQuestion {
  accountId: string | null;
  answers: number;
}

/** A question that can be answered, held until the transaction ends, with how many answers it ever got. */
export async function lockQuestion(
  db: Database,
  { skillId, id }: { skillId: string; id: string },
): Promise<AnsweredQuestion | null> {
  const [held] = await db.$queryRaw<{ accountId: string | null }[]>(
    sql`SELECT p."account_id" AS "accountId" ${FROM} WHERE p."id" = ${id} AND p."skill_id" = ${skillId} AND p."question_id" IS NULL
      AND p."withdrawn_at" IS NULL AND ${SHOWN} FOR UPDATE OF p`,
  );
  if (!held) return null;
  return { ...held, answers: await db.skillPost.count({ where: { questionId: id } }) };
}

/** A post under a skill that is shown and not taken back; null for any other. */
export async function findShownPost(
  db: Database,
  { skillId, id }: { skillId: string; id: string },
): Promise<{ id: string; text: string } | null> {
  const [row] = await db.$queryRaw<{ id: string; text: string }[]>(
    sql`SELECT p."id", p."text" ${FROM} WHERE p."id" = ${id} AND p."skill_id" = ${skillId}
      AND p."withdrawn_at" IS NULL AND ${SHOWN}`,
  );
  return row ?? null;
}

/** Deletes text and author of posts that their author takes back, one or all of an account; how many there were. */
export async function clearPosts(
  db: Database,
  where: { accountId: string; id?: string; skillId?: string },
  withdrawnAt: Date,
): Promise<number> {
  const data = { accountId: null, text: null, withdrawnAt };
  return (await db.skillPost.updateMany({ where, data })).count;
}
