import { rolesFor } from "@/lib/identity/organisations/roles";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

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

const MOST_COMPARED = 500;

/** How many paid skills of a category are listed (at most 500 are looked at) and the middle one of their prices. */
export async function selectMedianPrice(
  db: Database,
  { category, now }: { category: string; now: Date },
): Promise<{ count: number; median: string | null }> {
  const [row] = await db.$queryRaw<{ count: number; median: string | null }[]>(sql`
    SELECT count(*)::int AS "count", (percentile_disc(0.5) WITHIN GROUP (ORDER BY p."price_lamports"))::text AS "median"
    FROM (SELECT "price_lamports" FROM "Skills"
      WHERE "category" = ${category} AND "price_lamports" > 0 AND "published_at" IS NOT NULL AND "quarantined_at" IS NULL
        AND ("claim_status" IS NULL OR "claim_status" = 'claimed' OR ("claim_status" = 'draft' AND "claim_expires_at" > ${now}))
      LIMIT ${MOST_COMPARED}) p`);
  return row ?? { count: 0, median: null };
}

/**
 * What an account asks for a call of its skill that is listed, in force or not, by any of its names; null when nothing of that
 * name and account is.
 */
export async function findListedPrice(
  db: Database,
  { accountId, slug }: { accountId: string; slug: string },
): Promise<bigint | null> {
  const active = { accountId, state: "active" };
  const publishes = { ...active, roles: { hasSome: rolesFor("publish") } };
  const row = await db.skill.findFirst({
    where: {
      OR: [{ slug }, { names: { some: { name: slug } } }],
      AND: {
        OR: [
          { ownerId: accountId },
          { maintainers: { some: active } },
          { owner: { members: { some: publishes } } },
        ],
      },
      latestVersionId: { not: null },
    },
    select: { askedLamports: true, latestVersion: { select: { priceLamports: true } } },
  });
  const asked = row && (row.askedLamports ?? row.latestVersion?.priceLamports);
  return asked ? BigInt(asked.toFixed(0)) : null;
}
