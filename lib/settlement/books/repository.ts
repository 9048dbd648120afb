import type { Database } from "@/lib/db/client";
import type { Grant, Settlement } from "@/lib/db/generated/client";
import type { QuoteRecord } from "@/lib/settlement/quote-repository";

export type QuoteWithBooks = QuoteRecord & { settlement: Settlement | null; grants: Grant[] };

/** Quotes with their settlement and grants, in the order of their ids, from the one after `after`. */
export function listQuotesWithBooks(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<QuoteWithBooks[]> {
  return db.quote.findMany({
    where: { id: { gt: after } },
    orderBy: { id: "asc" },
    take: limit,
    include: { settlement: true, grants: true },
  });
}
