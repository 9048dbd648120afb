import type { Database } from "@/lib/db/client";

/** The skill that one names as its successor; null where it names none. */
export async function findSuccessor(
  db: Database,
  skillId: string,
): Promise<{ id: string; slug: string } | null> {
  const row = await db.skill.findUnique({
    where: { id: skillId },
    select: { successor: { select: { id: true, slug: true } } },
  });
  return row?.successor ?? null;
}

interface DeprecationRow {
  slug: string;
  deprecatedAt: Date | null;
  deprecationMessage: string | null;
  successorId: string | null;
}

const ROW = { slug: true, deprecatedAt: true, deprecationMessage: true, successorId: true } as const;

export function findDeprecation(db: Database, skillId: string): Promise<DeprecationRow> {
  return db.skill.findUniqueOrThrow({ where: { id: skillId }, select: ROW });
}

/** The skills of some owners by their names, with what they say of another one. */
export async function listOfOwners(
  db: Database,
  ownerIds: readonly string[],
): Promise<(DeprecationRow & { successor: { slug: string } | null })[]> {
  return db.skill.findMany({
    where: { ownerId: { in: [...ownerIds] }, latestVersionId: { not: null } },
    orderBy: { slug: "asc" },
    select: { ...ROW, successor: { select: { slug: true } } },
  });
}

/** Null ends it. */
export async function setDeprecation(
  db: Database,
  skillId: string,
  deprecation: { since: Date; message: string; successorId: string | null } | null,
): Promise<void> {
  await db.skill.update({
    where: { id: skillId },
    data: {
      deprecatedAt: deprecation?.since ?? null,
      deprecationMessage: deprecation?.message ?? null,
      successorId: deprecation?.successorId ?? null,
    },
    select: { id: true },
  });
}
