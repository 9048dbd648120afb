import type { Database } from "@/lib/db/client";
import { Prisma, type Grant, type Settlement } from "@/lib/db/generated/client";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";

const { sql } = Prisma;

export type QuoteWithBooks = QuoteRecord & { settlement: Settlement | null; grants: Grant[] };

/** Those of the ids that are there. */
export async function listKnownQuoteIds(db: Database, ids: string[]): Promise<ReadonlySet<string>> {
  const found = await db.quote.findMany({ where: { id: { in: ids } }, select: { id: true } });
  return new Set(found.map(({ id }) => id));
}

/** Keys that have paid the network for payments in tokens. */
export async function listTokenFeePayers(db: Database): Promise<string[]> {
  const found = await db.$queryRaw<{ address: string }[]>(sql`
    SELECT DISTINCT "token_fee_payer" AS "address" FROM "Quotes" WHERE "token_fee_payer" IS NOT NULL`);
  return found.map(({ address }) => address);
}

/** Who is paid without a fee: of whom something was quoted so, and with `all` everybody who sells something. */
export async function listPayees(db: Database, { all }: { all: boolean }): Promise<string[]> {
  const found = await db.$queryRaw<{ address: string }[]>(sql`
    SELECT "payee_address" AS "address" FROM "Quotes" WHERE "price_lamports" > 0 AND ("fee_lamports" = 0 OR ${all})
    UNION SELECT "payee_address" FROM "SkillVersions" WHERE ${all} AND "payee_address" IS NOT NULL
    UNION SELECT "payee_address" FROM "Skills" WHERE ${all} AND "payee_address" IS NOT NULL
    UNION SELECT w."address" FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
      JOIN "Wallets" w ON w."account_id" = s."owner_id" WHERE ${all} AND v."payee_address" IS NULL AND v."price_lamports" > 0
    ORDER BY 1`);
  return found.map(({ address }) => address);
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
