import type { Database } from "@/lib/db/client";

const MAX_ROWS = 2_000;

interface Likeness {
  capability?: string | undefined;
  category?: string | undefined;
  now: Date;
}

/** Prices of the listed skills that have a capability or a category, lowest first. */
export async function selectLikePrices(
  db: Database,
  { capability, category, now }: Likeness,
): Promise<bigint[]> {
  const rows = await db.skill.findMany({
    where: {
      publishedAt: { not: null },
      quarantinedAt: null,
      OR: [
        { claimStatus: null },
        { claimStatus: "claimed" },
        { claimStatus: "draft", claimExpiresAt: { gt: now } },
      ],
      ...(capability === undefined ? {} : { capabilities: { has: capability } }),
      ...(category === undefined ? {} : { category }),
    },
    orderBy: [{ priceLamports: "asc" }, { id: "asc" }],
    take: MAX_ROWS,
    select: { priceLamports: true },
  });
  return rows.map(({ priceLamports }) => BigInt(priceLamports.toFixed(0)));
}
