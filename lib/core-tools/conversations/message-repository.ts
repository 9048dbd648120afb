import { Prisma } from "@/lib/db/generated/client";
import type { Database } from "@/lib/db/client";

const { sql } = Prisma;

export interface MessageRow {
  id: string;
  /** JSON text. */
  body: string;
}

export async function insertQuestion(
  db: Database,
  question: { id: string; sessionId: string; createdAt: Date },
): Promise<void> {
  await db.mcpMessage.create({ data: question, select: { id: true } });
}

/** Answers a question that is open; false when this conversation has none of this id. */
export async function updateAnswer(
  db: Database,
  { id, sessionId, body }: MessageRow & { sessionId: string },
): Promise<boolean> {
  const answered = await db.$executeRaw(sql`
    UPDATE "McpMessages" SET "body" = ${body}
    WHERE "id" = ${id} AND "session_id" = ${sessionId} AND "body" IS NULL`);
  return answered === 1;
}

/** Leaves a message, unless as many as `most` wait already. */
export async function insertMessage(
  db: Database,
  { id, sessionId, body, createdAt, most }: MessageRow & { sessionId: string; createdAt: Date; most: number },
): Promise<void> {
  await db.$executeRaw(sql`
    INSERT INTO "McpMessages" ("id", "session_id", "body", "created_at")
    SELECT ${id}, ${sessionId}, ${body}, ${createdAt}
    WHERE (SELECT count(*) FROM "McpMessages" WHERE "session_id" = ${sessionId}) < ${most}`);
}

export function selectMessages(db: Database, sessionId: string): Promise<MessageRow[]> {
  return db.$queryRaw<MessageRow[]>(sql`
    SELECT "id", "body" FROM "McpMessages" WHERE "session_id" = ${sessionId} AND "body" IS NOT NULL`);
}

export async function deleteMessages(db: Database, ids: readonly string[]): Promise<void> {
  await db.mcpMessage.deleteMany({ where: { id: { in: [...ids] } } });
}
