import type { Database } from "@/lib/db/client";
import { ACCESS_CHANGED } from "@/lib/log/events/notices/access-change";

export interface NewEvent {
  id: string;
  kind: string;
  subjectId: string;
  actor?: string;
  data: object;
  occurredAt: Date;
}

export async function insertEvents(db: Database, events: readonly NewEvent[]): Promise<void> {
  await db.event.createMany({ data: [...events] });
}

/** Whether something of one of these kinds happened since a moment, to anything. */
export async function hasEventSince(db: Database, kinds: readonly string[], since: Date): Promise<boolean> {
  const where = { kind: { in: [...kinds] }, occurredAt: { gte: since } };
  return (await db.event.findFirst({ where, select: { id: true } })) !== null;
}

export function countEventsSince(
  db: Database,
  subjectId: string,
  kind: string,
  since: Date,
): Promise<number> {
  return db.event.count({ where: { subjectId, kind, occurredAt: { gt: since } } });
}

const MAX_EVENTS = 100;

/** What happened to something, of the given kinds, oldest first. */
export function selectEventsOf(
  db: Database,
  subjectId: string,
  kinds: readonly string[],
): Promise<{ kind: string; data: unknown; occurredAt: Date }[]> {
  return db.event.findMany({
    where: { subjectId, kind: { in: [...kinds] } },
    orderBy: [{ occurredAt: "asc" }, { id: "asc" }],
    take: MAX_EVENTS,
    select: { kind: true, data: true, occurredAt: true },
  });
}

/**
 * The owner of a skill, of the skill of a version, or of a set, or the account itself; null for a draft nobody has
 * claimed, and a set whose owner closed the account.
 */
export async function findOwnerId(
  db: Database,
  of: { skillId: string } | { versionId: string } | { setId: string } | { accountId: string },
): Promise<string | null> {
  if ("accountId" in of) return of.accountId;
  const select = { ownerId: true };
  if ("skillId" in of)
    return (await db.skill.findUnique({ where: { id: of.skillId }, select }))?.ownerId ?? null;
  if ("setId" in of)
    return (await db.skillSet.findUnique({ where: { id: of.setId }, select }))?.ownerId ?? null;
  const where = { id: of.versionId };
  const version = await db.skillVersion.findUnique({ where, select: { skill: { select } } });
  return version?.skill.ownerId ?? null;
}

/**
 * What an administrator answered to an appeal, and about which rejected version; null for the quarantine of the
 * whole skill.
 */
export async function findAnswer(
  db: Database,
  appealId: string,
): Promise<{ text: string | null; version: { id: string; version: string } | null }> {
  const { decision: text, versionId } = await db.appeal.findUniqueOrThrow({
    where: { id: appealId },
    select: { decision: true, versionId: true },
  });
  if (versionId === null) return { text, version: null };
  const select = { id: true, version: true };
  return { text, version: await db.skillVersion.findUnique({ where: { id: versionId }, select }) };
}

/** What a verifier wrote beside a verdict. */
export async function findNote(db: Database, auditId: string): Promise<string | null> {
  return (await db.audit.findUniqueOrThrow({ where: { id: auditId }, select: { note: true } })).note;
}

/** Changes of the ways into an account since a moment, newest first. */
export function listAccessRows(
  db: Database,
  { accountId, since, limit }: { accountId: string; since: Date; limit: number },
): Promise<{ data: unknown; occurredAt: Date }[]> {
  return db.event.findMany({
    where: { subjectId: accountId, kind: ACCESS_CHANGED, occurredAt: { gte: since } },
    orderBy: [{ occurredAt: "desc" }, { id: "desc" }],
    take: limit,
    select: { data: true, occurredAt: true },
  });
}

export function countAccessRows(db: Database, accountId: string, since: Date): Promise<number> {
  return db.event.count({
    where: { subjectId: accountId, kind: ACCESS_CHANGED, occurredAt: { gte: since } },
  });
}
