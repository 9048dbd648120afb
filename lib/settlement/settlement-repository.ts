import type { Database } from "@/lib/db/client";
import type { Prisma, Settlement } from "@/lib/db/generated/client";
import type { QuoteRecord } from "@/lib/settlement/quote-repository";
import { newId } from "@/lib/ids";

export type SettlementRecord = Settlement;

export interface Payment {
  payerAddress: string;
  signature: string;
  rawTransaction: Uint8Array;
  slot: bigint;
  lastValidBlockHeight: bigint;
  excessLamports: bigint;
  settledAt: Date;
  /** What was paid instead of lamports, and what of it the creator owes the market; null for lamports. */
  token: { mint: string; units: bigint; feeUnits: bigint } | null;
}

/**
 * Records that a payment settled a quote and makes its grants, one for each call, in one statement: all of it or nothing. False
 * when the quote was already settled or closed. The unique columns Settlements.signature, Settlements.quote_id and
 * Grants (quote_id, position) make a second settlement an error of the database, whatever the callers believe.
 */
export async function insertSettlement(db: Database, quote: QuoteRecord, payment: Payment): Promise<boolean> {
  const { payerAddress, signature, slot, excessLamports, settledAt, lastValidBlockHeight, token } = payment;
  const [creatorLamports, feeLamports] = token ? [0n, 0n] : [quote.creatorLamports, quote.feeLamports];
  const rawTransaction = Uint8Array.from(payment.rawTransaction);
  const grantIds = Array.from({ length: quote.calls }, () => newId("grn"));
  const settled = await db.$executeRaw`
    with moved as (
      update "Quotes" set state = 'GRANTED', reason = null, payer_address = ${payerAddress}, signature = ${signature},
             raw_transaction = ${rawTransaction}, last_valid_block_height = ${lastValidBlockHeight}, updated_at = now()
      where id = ${quote.id} and state in ('QUOTED', 'SUBMITTED', 'EXPIRED') returning id, calls
    ), settled as (
      insert into "Settlements" (id, quote_id, signature, slot, payer_address, payee_address, creator_lamports, fee_lamports,
                                 excess_lamports, commitment, settled_at, token_mint, token_units, token_fee_units)
      select ${newId("set")}, id, ${signature}, ${slot}, ${payerAddress}, ${quote.payeeAddress}, ${creatorLamports},
             ${feeLamports}, ${excessLamports}, ${quote.commitment}, ${settledAt}, ${token?.mint ?? null}::text,
             ${token?.units ?? null}::bigint, ${token?.feeUnits ?? null}::bigint from moved
    )
    insert into "Grants" (id, quote_id, position, calls, updated_at)
    select given.id, moved.id, given.position, moved.calls, now()
    from moved, unnest(${grantIds}::text[]) with ordinality as given (id, position)`;
  return settled > 0;
}

export function findSettlement(db: Database, quoteId: string): Promise<SettlementRecord | null> {
  return db.settlement.findUnique({ where: { quoteId } });
}

export function findSettlementBySignature(db: Database, signature: string): Promise<SettlementRecord | null> {
  return db.settlement.findUnique({ where: { signature } });
}

export interface PaidCalls {
  /** Of the first call. */
  grantId: string | null;
  callsLeft: number;
  excessLamports: bigint;
}

/** What a quote's settlement has given so far; null for a quote without one. */
export async function findPaidCalls(db: Database, quoteId: string): Promise<PaidCalls | null> {
  const [paid] = await db.$queryRaw<PaidCalls[]>`
    select excess_lamports as "excessLamports",
           (select id from "Grants" where quote_id = ${quoteId} and position = 1) as "grantId",
           (select count(*)::int from "Grants"
            where quote_id = ${quoteId} and state in ('GRANTED', 'RUNNING')) as "callsLeft"
    from "Settlements" where quote_id = ${quoteId}`;
  return paid ?? null;
}

export type UnfinalizedSettlement = SettlementRecord & { quote: QuoteRecord };

/** Settlements whose end is not known yet, oldest first. */
export function listUnfinalized(db: Database, limit: number): Promise<UnfinalizedSettlement[]> {
  return db.settlement.findMany({
    where: { finalizedAt: null, orphanedAt: null },
    orderBy: { settledAt: "asc" },
    take: limit,
    include: { quote: true },
  });
}

/** The settlement is final, in this slot (after a reorganisation it may be another one than first seen). */
export async function markFinalized(
  db: Database,
  id: string,
  { slot, at }: { slot: bigint; at: Date },
): Promise<void> {
  await db.settlement.updateMany({
    where: { id, finalizedAt: null, orphanedAt: null },
    data: { slot, finalizedAt: at },
  });
}

/**
 * The payment has vanished for good. Withdraws the grant if it was not used. Must run inside one transaction. False when the
 * settlement had its end already.
 */
export async function markOrphaned(
  tx: Prisma.TransactionClient,
  { id, quoteId }: Pick<SettlementRecord, "id" | "quoteId">,
  { reason, at }: { reason: string; at: Date },
): Promise<boolean> {
  const marked = await tx.settlement.updateMany({
    where: { id, finalizedAt: null, orphanedAt: null },
    data: { orphanedAt: at },
  });
  if (marked.count === 0) return false;
  await tx.grant.updateMany({ where: { quoteId, state: "GRANTED" }, data: { state: "WITHDRAWN" } });
  await tx.quote.updateMany({ where: { id: quoteId }, data: { state: "ORPHANED", reason } });
  return true;
}
