import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

interface BondsToRecheck {
  checkedBefore: Date;
  /** Or seen after this, by a clock that has gone ahead. */
  checkedAfter?: Date;
  known?: boolean;
}

const isToRecheck = ({
  checkedBefore,
  checkedAfter,
  known = false,
}: BondsToRecheck): Prisma.BondWhereInput => ({
  NOT: { checkedAt: { gte: checkedBefore, ...(checkedAfter && { lte: checkedAfter }) } },
  ...(known ? { creator: { not: null } } : {}),
  OR: [
    { state: { in: ["locked", "released"] }, version: { publishedAt: { not: null }, yankedAt: null } },
    { state: "locked", version: { yankedAt: { not: null } } },
  ],
});

export const countBondsToRecheck = (db: Database, which: BondsToRecheck): Promise<number> =>
  db.bond.count({ where: isToRecheck(which) });

/**
 * Bonds of listed versions, and those left in their vaults by withdrawn ones, that nobody has looked at since
 * `checkedBefore`, longest ago first. `known` leaves out those that were kept without their parties.
 */
export function listBondsToRecheck(
  db: Database,
  { limit, ...which }: BondsToRecheck & { limit: number },
): Promise<{ versionId: string; vaultAddress: string }[]> {
  return db.bond.findMany({
    where: isToRecheck(which),
    orderBy: { checkedAt: "asc" },
    take: limit,
    select: { versionId: true, vaultAddress: true },
  });
}
