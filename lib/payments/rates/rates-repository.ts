import type { Database } from "@/lib/db/client";
import type { SolRate } from "@/lib/payments/rates/sol-rate";

type Named = Pick<SolRate, "currency" | "source">;

/** What a source said last of a currency; null for nothing. */
export function findStoredRate(db: Database, { currency, source }: Named): Promise<SolRate | null> {
  return db.solRate.findUnique({ where: { currency_source: { currency, source } } });
}

/** Stores what a source says in the place of what it said before. */
export async function storeRate(db: Database, rate: SolRate): Promise<void> {
  const { currency, source, ...said } = rate;
  await db.solRate.upsert({
    where: { currency_source: { currency, source } },
    create: rate,
    update: said,
  });
}
