import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { JsonObject } from "@/lib/running/contract/json-text";

const { sql } = Prisma;

export async function findProfile(db: Database, ownerId: string): Promise<JsonObject> {
  const row = await db.profile.findUnique({ where: { ownerId }, select: { data: true } });
  return (row?.data ?? {}) as JsonObject;
}

/** The profile, made if there was none and held until the transaction ends: one change at a time. */
export async function lockProfile(db: Database, ownerId: string, now: Date): Promise<JsonObject> {
  await db.$executeRaw(sql`
    INSERT INTO "Profiles" ("owner_id", "data", "updated_at") VALUES (${ownerId}, '{}'::jsonb, ${now})
    ON CONFLICT ("owner_id") DO NOTHING`);
  const [row] = await db.$queryRaw<{ data: JsonObject }[]>(sql`
    SELECT "data" FROM "Profiles" WHERE "owner_id" = ${ownerId} FOR UPDATE`);
  return row?.data ?? {};
}

export async function writeProfile(
  db: Database,
  ownerId: string,
  { data, updatedAt }: { data: JsonObject; updatedAt: Date },
): Promise<void> {
  await db.$executeRaw(sql`
    UPDATE "Profiles" SET "data" = ${JSON.stringify(data)}::jsonb, "updated_at" = ${updatedAt}
    WHERE "owner_id" = ${ownerId}`);
}

export interface ReminderRow {
  id: string;
  text: string;
  dueAt: Date | null;
  createdAt: Date;
}

const OPEN = { id: true, text: true, dueAt: true, createdAt: true } satisfies Prisma.ReminderSelect;

/** The open ones: what is due first, then what has no date. */
export function selectOpenReminders(db: Database, ownerId: string): Promise<ReminderRow[]> {
  return db.reminder.findMany({
    where: { ownerId },
    orderBy: [{ dueAt: { sort: "asc", nulls: "last" } }, { id: "asc" }],
    select: OPEN,
  });
}

export function countOpenReminders(db: Database, ownerId: string): Promise<number> {
  return db.reminder.count({ where: { ownerId } });
}

export async function insertReminder(
  db: Database,
  reminder: ReminderRow & { ownerId: string },
): Promise<void> {
  await db.reminder.create({ data: reminder, select: { id: true } });
}

/** Removes a reminder of this owner; false when there is none. */
export async function deleteReminder(db: Database, ownerId: string, id: string): Promise<boolean> {
  return (await db.reminder.deleteMany({ where: { ownerId, id } })).count === 1;
}

export async function deleteStored(db: Database, ownerIds: readonly string[]): Promise<void> {
  const where = { ownerId: { in: [...ownerIds] } };
  await db.profile.deleteMany({ where });
  await db.reminder.deleteMany({ where });
}
