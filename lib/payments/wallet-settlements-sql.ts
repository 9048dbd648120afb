import { Prisma } from "@/lib/db/generated/client";

const { raw, sql } = Prisma;

/**
 * The newest settlements on one side of which stands a wallet of the account, before the one with the id `before`, as a
 * subquery without a name. The newest of each wallet are found first, in the order of an index: a page costs the same
 * however many there are, where the database would else sort all of them, or read those of everybody.
 */
export function newestOfWallets(
  side: "payee_address" | "payer_address",
  accountId: string,
  { limit, before }: { limit: number; before: string | null },
): Prisma.Sql {
  const older = before === null ? Prisma.empty : sql`AND t."id" < ${before}`;
  return sql`(SELECT n.* FROM "Wallets" w CROSS JOIN LATERAL (
      SELECT t.* FROM "Settlements" t WHERE t.${raw(`"${side}"`)} = w."address" ${older} ORDER BY t."id" DESC LIMIT ${limit}) n
    WHERE w."account_id" = ${accountId} ORDER BY n."id" DESC LIMIT ${limit})`;
}
