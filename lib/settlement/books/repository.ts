import type { Database } from "@/lib/db/client";
import type { Grant, Settlement } from "@/lib/db/generated/client";
import type { QuoteRecord } from "@/lib/settlement/quote-repository";

export type QuoteWithBooks = QuoteRecord & { settlement: Settlement | null; grants: Grant[] };

/** Those of the ids that are there. */
export async function listKnownQuoteIds(db: Database, ids: string[]): Promise<ReadonlySet<string>> {
  const found = await db.quote.findMany({ where: { id: { in: ids } }, select: { id: true } });
  return new Set(found.map(({ id }) => id));
}

/** When the oldest quote there is was made; null without any. */
export async function findTimeOfFirstQuote(db: Database): Promise<Date | null> {
  const first = await db.quote.findFirst({ orderBy: { id: "asc" }, select: { createdAt: true } });
  return first?.createdAt ?? null;
}

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
