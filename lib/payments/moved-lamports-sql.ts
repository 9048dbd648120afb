import { Prisma } from "@/lib/db/generated/client";

/**
 * What a settlement `s` of a quote `q` has moved, in lamports; of a token at the ratio of its quote, rounded up. Limits
 * count by it, and what a page says was spent is the same sum.
 */
export const MOVED_LAMPORTS = Prisma.sql`CASE WHEN s."token_mint" IS NULL THEN s."creator_lamports"::numeric + s."fee_lamports" + s."excess_lamports"
  ELSE div(s."token_units"::numeric * q."price_lamports" + q."token_units" - 1, q."token_units") END`;
