import { Prisma } from "@/lib/db/generated/client";
import type { Database } from "@/lib/db/client";
import type { ActiveNames, Conversation } from "@/lib/catalogue/core-tools/conversations/conversation";

const { sql } = Prisma;

export async function insertConversation(
  db: Database,
  { now, ...conversation }: Conversation & { subject: string; address: string; now: Date },
): Promise<void> {
  const { client, skills, ...rest } = conversation;
  await db.mcpSession.create({
    data: {
      ...rest,
      client: JSON.stringify(client),
      skills: skills as unknown as Prisma.InputJsonObject,
      createdAt: now,
      seenAt: now,
    },
    select: { id: true },
  });
}

export async function selectConversation(
  db: Database,
  { id, ownerId, usedSince }: { id: string; ownerId: string | null; usedSince: Date },
): Promise<(Conversation & { seenAt: Date }) | null> {
  const row = await db.mcpSession.findFirst({
    where: { id, ownerId, seenAt: { gt: usedSince } },
    select: { id: true, ownerId: true, client: true, skills: true, listings: true, seenAt: true },
  });
  if (!row) return null;
  const { client, skills, ...rest } = row;
  return {
    ...rest,
    client: JSON.parse(client) as Conversation["client"],
    skills: skills as unknown as ActiveNames,
  };
}

export async function updateSeen(db: Database, id: string, seenAt: Date): Promise<void> {
  await db.mcpSession.updateMany({ where: { id }, data: { seenAt } });
}

export async function deleteConversation(db: Database, id: string): Promise<boolean> {
  return (await db.mcpSession.deleteMany({ where: { id } })).count === 1;
}

/** How many are in use, of one caller, from one address and in all. */
export async function countConversations(
  db: Database,
  { subject, address, usedSince }: { subject: string; address: string; usedSince: Date },
): Promise<{ own: number; near: number; all: number }> {
  const seenAt = { gt: usedSince };
  const [own, near, all] = await Promise.all([
    db.mcpSession.count({ where: { subject, seenAt } }),
    db.mcpSession.count({ where: { address, seenAt } }),
    db.mcpSession.count({ where: { seenAt } }),
  ]);
  return { own, near, all };
}

/** Ends the one of a caller that was not used for longest; false when there is none. */
export async function deleteOldest(db: Database, subject: string): Promise<boolean> {
  const ended = await db.$executeRaw(sql`
    DELETE FROM "McpSessions" WHERE "id" = (
      SELECT "id" FROM "McpSessions" WHERE "subject" = ${subject} ORDER BY "seen_at", "id" LIMIT 1)`);
  return ended === 1;
}

export async function lockSkills(db: Database, id: string): Promise<ActiveNames | null> {
  const [row] = await db.$queryRaw<{ skills: ActiveNames }[]>(sql`
    SELECT "skills" FROM "McpSessions" WHERE "id" = ${id} FOR UPDATE`);
  return row?.skills ?? null;
}

export async function writeSkills(db: Database, id: string, skills: ActiveNames): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE "McpSessions" SET "skills" = ${JSON.stringify(skills)}::jsonb WHERE "id" = ${id}`);
}

export async function addListing(db: Database, id: string): Promise<void> {
  await db.mcpSession.updateMany({ where: { id }, data: { listings: { increment: 1 } } });
}

export async function selectListings(db: Database, id: string): Promise<number> {
  const row = await db.mcpSession.findUnique({ where: { id }, select: { listings: true } });
  return row?.listings ?? 0;
}

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
