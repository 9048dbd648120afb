import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

/**
 * Has a published version that is neither yanked nor quarantined (`listing/refresh-listing.ts` keeps `published_at` so), and is no
 * draft whose time to be claimed is over.
 */
export function listedCondition(now: Date): Prisma.Sql {
  return sql`s."published_at" IS NOT NULL
    AND s."claim_status" IS DISTINCT FROM 'expired' AND (s."claim_status" IS DISTINCT FROM 'draft' OR s."claim_expires_at" > ${now})`;
}
