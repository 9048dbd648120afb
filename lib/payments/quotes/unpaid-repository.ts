import { database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { columnsOf, runStatement } from "@/lib/db/statement";
import { inTransaction } from "@/lib/db/transaction";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";

/** Given up, and nobody ever handed in or reported a payment of it. */
const UNPAID = { state: "EXPIRED", signature: null, reportedSignature: null } as const;

const LIST = `
  select ${columnsOf(Object.values(Prisma.QuoteScalarFieldEnum))} from "Quotes"
  where state = 'EXPIRED' and signature is null and reported_signature is null and updated_at < $1
  order by updated_at limit $2`;

/** Quotes that were given up before a moment and that nobody handed in or reported a payment of, the oldest first. */
export function listUnpaid({ before, limit }: { before: Date; limit: number }): Promise<QuoteRecord[]> {
  return runStatement<QuoteRecord>(LIST, [before, limit]);
}

/** Notes that the chain was asked for a quote that stays, so that it does not stand in the way of others. */
export async function putOff(ids: readonly string[], now: Date): Promise<void> {
  await database().quote.updateMany({ where: { id: { in: [...ids] }, ...UNPAID }, data: { updatedAt: now } });
}

/**
 * Deletes those of the quotes that are still unpaid, with the idempotency keys they were kept under; one that somebody
 * settles at this moment stays. Returns how many.
 */
export function deleteUnpaid(ids: readonly string[]): Promise<number> {
  return inTransaction(async (tx) => {
    const locked = await tx.$queryRaw<{ id: string }[]>(Prisma.sql`
      SELECT "id" FROM "Quotes" WHERE "id" = ANY(${[...ids]}::text[])
        AND "state" = 'EXPIRED' AND "signature" IS NULL AND "reported_signature" IS NULL
      ORDER BY "id" FOR UPDATE`);
    const gone = { in: locked.map(({ id }) => id) };
    await tx.callKey.deleteMany({ where: { quoteId: gone } });
    return (await tx.quote.deleteMany({ where: { id: gone } })).count;
  });
}
