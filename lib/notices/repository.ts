import type { Database } from "@/lib/db/client";

/** The owner of a skill, or of the skill of a version; null for a draft nobody has claimed. */
export async function findOwnerId(
  db: Database,
  of: { skillId: string } | { versionId: string },
): Promise<string | null> {
  const select = { ownerId: true };
  if ("skillId" in of)
    return (await db.skill.findUnique({ where: { id: of.skillId }, select }))?.ownerId ?? null;
  const where = { id: of.versionId };
  const version = await db.skillVersion.findUnique({ where, select: { skill: { select } } });
  return version?.skill.ownerId ?? null;
}

/** What an administrator answered to an appeal, and about which rejected version; null for the quarantine of the whole skill. */
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
