import type { Database } from "@/lib/db/client";
import type { Prisma, Settlement } from "@/lib/db/generated/client";
import { runStatement, toRows } from "@/lib/db/statement";
import { batched } from "@/lib/db/batch";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { statesBefore, transition } from "@/lib/payments/quotes/quote-repository";
import { newId } from "@/lib/kernel/ids";
import { GRANT_LIFECYCLE } from "@/lib/payments/grants/grant-repository";

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

interface GivenSettlement extends Omit<Payment, "token"> {
  quoteId: string;
  settlementId: string;
  grantIds: readonly string[];
  creatorLamports: bigint;
  feeLamports: bigint;
  tokenMint: string | null;
  tokenUnits: bigint | null;
  tokenFeeUnits: bigint | null;
}

interface MadeSettlement {
  settlementId: string;
  updatedAt: Date;
}

/**
 * The quotes are locked in the order of their ids, so that two processes with the same quotes never wait for
 * each other. They are named as an array, twice: the database then looks each up by its id, and need not plan anew for
 * every number of them. A join with `given` it may make by reading all quotes there are; and by a state that is no text,
 * all of that state, most of which have left it.
 */
const SETTLE = `
  with given as (
    select * from jsonb_to_recordset($1) as given (
      quote_id text, settlement_id text, grant_ids text[], payer_address text, signature text, raw_transaction bytea,
      last_valid_block_height bigint, slot bigint, creator_lamports bigint, fee_lamports bigint, excess_lamports bigint,
      settled_at timestamptz, token_mint text, token_units bigint, token_fee_units bigint)
  ), locked as (
    select id from "Quotes" where id = any(array(select quote_id from given)) order by id for update
  ), moved as (
    update "Quotes" q
    set state = 'GRANTED', reason = null, payer_address = given.payer_address, signature = given.signature,
        raw_transaction = given.raw_transaction, last_valid_block_height = given.last_valid_block_height, updated_at = now()
    from given join locked on locked.id = given.quote_id
    where q.id = locked.id and q.id = any(array(select quote_id from given)) and q.state::text in (${statesBefore("settle")})
    returning q.calls, q.payee_address, q.commitment, q.updated_at, given.settlement_id
  ), settled as (
    insert into "Settlements" (id, quote_id, signature, slot, payer_address, payee_address, creator_lamports, fee_lamports,
                               excess_lamports, commitment, settled_at, token_mint, token_units, token_fee_units)
    select settlement_id, quote_id, signature, slot, payer_address, payee_address, creator_lamports, fee_lamports,
           excess_lamports, commitment, settled_at, token_mint, token_units, token_fee_units
    from moved join given using (settlement_id)
  ), granted as (
    insert into "Grants" (id, quote_id, position, calls, updated_at)
    select grant_id, quote_id, position, calls, now()
    from moved join given using (settlement_id), unnest(grant_ids) with ordinality as ids (grant_id, position)
  )
  select settlement_id as "settlementId", updated_at as "updatedAt" from moved`;

const settleTogether = batched(async (given: readonly GivenSettlement[]) => {
  const made = await runStatement<MadeSettlement>(SETTLE, [toRows(given)]);
  const byId = new Map(made.map((each) => [each.settlementId, each]));
  return given.map(({ settlementId }) => byId.get(settlementId) ?? null);
});

/**
 * Records that a payment settled a quote and makes its grants, one for each call, in one statement: all of it or
 * nothing. Returns the quote as it is then and the grant of its first call; null when the quote was already settled or
 * closed. The unique columns Settlements.signature, Settlements.quote_id and Grants (quote_id, position) make a second
 * settlement an error of the database, whatever the callers believe.
 */
export async function insertSettlement(
  quote: QuoteRecord,
  payment: Payment,
): Promise<{ quote: QuoteRecord; grantId: string } | null> {
  const { token, slot, excessLamports, settledAt, ...paid } = payment;
  const [creatorLamports, feeLamports] = token ? [0n, 0n] : [quote.creatorLamports, quote.feeLamports];
  const grantId = newId("grn");
  const more = Array.from({ length: quote.calls - 1 }, () => newId("grn"));
  const made = await settleTogether({
    ...paid,
    quoteId: quote.id,
    settlementId: newId("set"),
    grantIds: [grantId, ...more],
    slot,
    creatorLamports,
    feeLamports,
    excessLamports,
    settledAt,
    tokenMint: token?.mint ?? null,
    tokenUnits: token?.units ?? null,
    tokenFeeUnits: token?.feeUnits ?? null,
  });
  if (!made) return null;
  const { updatedAt } = made;
  return { quote: { ...quote, ...paid, state: "GRANTED", reason: null, updatedAt }, grantId };
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
export async function findPaidCalls(quoteId: string): Promise<PaidCalls | null> {
  const [paid] = await runStatement<PaidCalls>(FIND_PAID_CALLS, [quoteId]);
  return paid ?? null;
}

const FIND_PAID_CALLS = `
  select excess_lamports as "excessLamports",
         (select id from "Grants" where quote_id = $1 and position = 1) as "grantId",
         (select count(*)::int from "Grants" where quote_id = $1 and state in ('GRANTED', 'RUNNING')) as "callsLeft"
  from "Settlements" where quote_id = $1`;

export type UnfinalizedSettlement = SettlementRecord & { quote: QuoteRecord };

interface UnfinalizedPage {
  genesisHash: string;
  /** Those that the node has forgotten, or those that it has not. */
  slot: { gte: bigint } | { lt: bigint };
  /** Of the last one of the page before. */
  after: string;
  limit: number;
}

/** Settlements on one chain whose end is not known yet, a page of them, oldest first. */
export function listUnfinalized(
  db: Database,
  { genesisHash, slot, after, limit }: UnfinalizedPage,
): Promise<UnfinalizedSettlement[]> {
  return db.settlement.findMany({
    where: { id: { gt: after }, slot, finalizedAt: null, orphanedAt: null, quote: { genesisHash } },
    orderBy: { id: "asc" },
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
 * The payment has vanished for good. Withdraws the grant if it was not used. Must run inside one transaction. False
 * when the settlement had its end already.
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
  const unused = { in: [...GRANT_LIFECYCLE.steps.markOrphaned.from] };
  await tx.grant.updateMany({ where: { quoteId, state: unused }, data: { state: "WITHDRAWN" } });
  await transition(tx, "orphan", { id: quoteId }, { reason });
  return true;
}
