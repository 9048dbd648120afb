import type { Database } from "@/lib/db/client";

interface StarRow {
  skillId: string;
  accountId: string;
}

/** False when it was there before. */
export async function insertStar(db: Database, row: StarRow & { createdAt: Date }): Promise<boolean> {
  return (await db.star.createMany({ data: [row], skipDuplicates: true })).count === 1;
}

/** False when there was none. */
export async function deleteStar(db: Database, row: StarRow): Promise<boolean> {
  return (await db.star.deleteMany({ where: row })).count === 1;
}

export async function countStarsOf(db: Database, skillIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.star.groupBy({
    by: ["skillId"],
    where: { skillId: { in: [...skillIds] } },
    _count: true,
  });
  return new Map(rows.map(({ skillId, _count }) => [skillId, _count]));
}
