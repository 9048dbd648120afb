import { RETENTION } from "@/lib/db/retention";
import { DAY_MS } from "@/lib/kernel/clock";
import { isDomainError } from "@/lib/kernel/errors";
import { logFailure } from "@/lib/kernel/observability/logger";
import { AgentPayments } from "@/lib/payments/settlement/agent-payments";
import { settleBySignature } from "@/lib/payments/settlement/settle";
import { WALLET_RAIL, type QuoteRecord } from "@/lib/payments/quotes/quote";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { deleteUnpaid, listUnpaid, putOff } from "@/lib/payments/quotes/quote-repository";
import { networkOf, BLOCKHASH_LIFETIME_BLOCKS } from "@/lib/chain/solana/address";

/** From when a quote was given up, long after its last valid block: a payment that comes later still is nobody's. */
const KEEP_MS = RETENTION.Quotes.kept.by.deleteUnpaidQuotes.days * DAY_MS;
const MOST_AT_ONCE = 200;

interface DeletedQuotes {
  forgotten: number;
  /** A payment was found at this last look: the quote is granted, or closed as paid too late. */
  paid: number;
  /** Nothing certain can be said yet; asked again after the same time. */
  putOff: number;
}

/**
 * Forgets quotes that were given up more than 30 days ago without anybody handing in or reporting a payment, up to
 * `limit` of them, with the inputs they hold. The chain is asked once more before: a payment it shows is settled or
 * recorded as late, and its quote stays like every one that was ever paid or handed in. A node that does not answer
 * ends the pass. No row is held while the chain is asked, and what is deleted nobody can pay any more, so that no
 * sale waits.
 */
export async function deleteUnpaidQuotes(
  context: SettlementContext,
  { limit = MOST_AT_ONCE }: { limit?: number } = {},
): Promise<DeletedQuotes> {
  const now = context.clock.now();
  const due = await listUnpaid({ before: new Date(now.getTime() - KEEP_MS), limit });
  const found = { unpaid: [] as string[], paid: 0, unknown: [] as string[] };
  if (due.length > 0) await lookAtAll(due, context, found);
  await putOff(found.unknown, now);
  return {
    forgotten: await deleteUnpaid(found.unpaid),
    paid: found.paid,
    putOff: found.unknown.length,
  };
}

interface Found {
  unpaid: string[];
  paid: number;
  unknown: string[];
}

/** Stops at the first question that a node does not answer; what was learned before it stands. */
async function lookAtAll(
  due: readonly QuoteRecord[],
  context: SettlementContext,
  found: Found,
): Promise<void> {
  const lastLook = new LastLook(context);
  for (const quote of due.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())) {
    try {
      const seen = await lastLook.at(quote);
      if (seen === "paid") found.paid++;
      else found[seen].push(quote.id);
    } catch (error) {
      if (isDomainError(error, "LEDGER_UNAVAILABLE")) return;
      logFailure(error, { quoteId: quote.id }, "a quote could not be looked at before it is forgotten");
      found.unknown.push(quote.id);
    }
  }
}

/** What the chain says of quotes that nobody seems to have paid; the oldest is to be asked for first. */
class LastLook {
  readonly #agentPayments: AgentPayments;
  #oldestSlot: Promise<number> | undefined;

  constructor(private readonly context: SettlementContext) {
    this.#agentPayments = new AgentPayments(context.connection);
  }

  /** Settles, or records as late, a payment that is found. Throws LEDGER_UNAVAILABLE. */
  async at(quote: QuoteRecord): Promise<"paid" | "unpaid" | "unknown"> {
    const { connection } = this.context;
    // A local ledger that is gone took its payments along; of a public chain the node may be the wrong one.
    if (quote.genesisHash !== (await connection.genesisHash()))
      return networkOf(quote.genesisHash) === "localnet" ? "unpaid" : "unknown";
    if (!(await this.#remembers(quote))) return "unknown";
    const signatures = await (quote.rail === WALLET_RAIL
      ? connection.listSignatures(quote.reference, "confirmed")
      : this.#agentPayments.find(quote));
    let certain = true;
    for (const signature of signatures) {
      const { outcome } = await settleBySignature(quote, signature, this.context);
      if (outcome === "settled" || outcome === "late") return "paid";
      certain &&= outcome === "rejected";
    }
    return certain ? "unpaid" : "unknown";
  }

  /**
   * A node that has forgotten the time of the quote cannot tell that no payment is in it. Slots run ahead of blocks, so
   * what it has from this height on is all there was since the quote.
   */
  async #remembers({ lastValidBlockHeight }: QuoteRecord): Promise<boolean> {
    this.#oldestSlot ??= this.context.connection.firstAvailableSlot();
    return BigInt(await this.#oldestSlot) <= lastValidBlockHeight - BigInt(BLOCKHASH_LIFETIME_BLOCKS);
  }
}
