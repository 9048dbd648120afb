import { setTimeout as sleep } from "node:timers/promises";
import { database } from "@/lib/db/client";
import { compareWithChain } from "@/lib/payments/books/books";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import type { Purchase, Way } from "./buyers";

const SETTLE_TIMEOUT_MS = 240_000;

export type Made = Purchase & { way: Way };

/** What came of the purchases: the way each paid one was made, and the quotes that ended unpaid. */
interface Purchases {
  bought: Map<string, Way>;
  unpaid: string[];
}

/**
 * Compares what the market keeps of each purchase with the chain, once everything has come to its end. Throws when a
 * paid quote has not exactly one settlement and one grant, when a call that was asked for has not one run and one
 * receipt, and when what was not paid has no reason on record.
 */
export async function assertOutcome(context: SettlementContext, made: readonly Made[]): Promise<Purchases> {
  const { bought, unpaid } = await asTheChainHasIt(context, made);
  await untilNone("paid quotes were never settled", { id: { in: [...bought.keys()] }, settlement: null });
  await untilNone("unpaid quotes were never given up", {
    id: { in: unpaid },
    settlement: null,
    reason: null,
  });
  await assertBooks(context, bought);
  await assertUnpaid(context, unpaid);
  return { bought, unpaid };
}

/** Who paid and who did not, whatever the market says: what was sent and never landed was not paid either. */
async function asTheChainHasIt({ connection }: SettlementContext, made: readonly Made[]): Promise<Purchases> {
  const purchases: Purchases = { bought: new Map(), unpaid: [] };
  const states = await Promise.all(made.map(({ signature }) => connection.signatureState(signature)));
  for (const [i, { quoteId, signature, ended, way }] of made.entries()) {
    const landed = states[i]?.failed === false;
    if (landed && ended) throw new Error(`${way} ${quoteId} ended unpaid, and ${signature} is on the chain`);
    if (!landed && !ended && !way.endsWith("leave"))
      throw new Error(`${way} ${quoteId} was granted, and ${signature} never landed`);
    if (landed) purchases.bought.set(quoteId, way);
    else purchases.unpaid.push(quoteId);
  }
  return purchases;
}

async function untilNone(complaint: string, where: Unfinished): Promise<void> {
  const endMs = Date.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const open = await findQuotes(where);
    if (open.length === 0) return;
    if (Date.now() > endMs) throw new Error(`${complaint}: ${JSON.stringify(open)}`);
    await sleep(500);
  }
}

interface Unfinished {
  id: { in: string[] };
  settlement: null;
  reason?: null;
}

const findQuotes = (where: Unfinished) =>
  database().quote.findMany({
    where,
    select: {
      id: true,
      rail: true,
      state: true,
      reason: true,
      signature: true,
      createdAt: true,
      updatedAt: true,
    },
  });

/**
 * Who was told that nothing was paid has paid nothing: the reason is on record, and no such transaction is on
 * the chain.
 */
async function assertUnpaid({ connection }: SettlementContext, quoteIds: readonly string[]): Promise<void> {
  for (const id of quoteIds) {
    const quote = await database().quote.findUniqueOrThrow({ where: { id }, include: { settlement: true } });
    const landed = await connection.listSignaturesWithMemo(quote.payeeAddress, {
      memo: quote.memo,
      since: quote.createdAt,
    });
    if (quote.reason === null || quote.settlement !== null || landed.length > 0) {
      throw new Error(`${id} ended as ${quote.state} (${quote.reason}), ${landed.length} payments landed`);
    }
  }
}

async function assertBooks(context: SettlementContext, bought: ReadonlyMap<string, Way>): Promise<void> {
  const { differences, settlements } = await compareWithChain(context);
  if (differences.length > 0) throw new Error(`the books differ: ${JSON.stringify(differences)}`);
  if (settlements !== bought.size) throw new Error(`${settlements} settlements for ${bought.size} purchases`);
  for (const [quoteId, way] of bought) {
    const grants = await database().grant.findMany({ where: { quoteId } });
    const grantIds = grants.map(({ id }) => id);
    const done = await database().run.count({ where: { grantId: { in: grantIds }, state: "DONE" } });
    const receipts = await database().receipt.count({ where: { quoteId } });
    const expected = way.endsWith("leave") ? "1, 0, 0" : "1, 1, 1"; // who left has the right to a call still
    const found = [grants.length, done, receipts].join(", ");
    if (found !== expected) {
      throw new Error(`${way} ${quoteId}: grants, runs, receipts are ${found}, expected ${expected}`);
    }
  }
}
