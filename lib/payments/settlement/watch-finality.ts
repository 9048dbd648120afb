import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { logger } from "@/lib/kernel/observability/logger";
import { paymentsSeen } from "@/lib/payments/settlement/payment-metrics";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import {
  listUnfinalized,
  markFinalized,
  markOrphaned,
  type UnfinalizedSettlement,
} from "@/lib/payments/settlement/settlement-repository";
import type { SolanaConnection } from "@/lib/chain/solana/connection";
import type { ChainPoint, SignatureState } from "@/lib/chain/solana/on-chain";

type FinalityReport = { finalized: number; waiting: number; rebroadcast: number; orphaned: number };

const DEFAULT_PAGE_SIZE = 200; // a node answers for at most 256 signatures at once

interface ChainView {
  final: ChainPoint;
  /** To which the node had come that told the states. */
  seenSlot: number;
  firstAvailableSlot: number;
}

/**
 * One pass over the settlements that are confirmed but not final. A payment that a reorganisation took back is
 * broadcast again as long as it can land; when it no longer can, its settlement is marked orphaned and its grant
 * withdrawn if it was not used. All that the node can tell of are looked at, in pages; of those whose blocks it has
 * forgotten, which may stay as they are for good, one page. Throws `LEDGER_UNAVAILABLE`.
 */
export async function watchFinality(
  context: SettlementContext,
  pageSize = DEFAULT_PAGE_SIZE,
): Promise<FinalityReport> {
  const report: FinalityReport = { finalized: 0, waiting: 0, rebroadcast: 0, orphaned: 0 };
  const { connection } = context;
  const genesisHash = await connection.genesisHash();
  // The final block first: what is final by then cannot land after the states were read.
  const [final, firstAvailableSlot] = await Promise.all([
    connection.finalBlock(),
    connection.firstAvailableSlot(),
  ]);
  const first = BigInt(firstAvailableSlot);
  const reach = { genesisHash, limit: pageSize, after: "" };
  let page = await listUnfinalized(database(), { ...reach, slot: { gte: first } });
  while (page.length > 0) {
    await watchPage(page, { final, firstAvailableSlot }, context, report);
    const after = page.at(-1)?.id ?? "";
    page = await listUnfinalized(database(), { ...reach, slot: { gte: first }, after });
  }
  const forgotten = await listUnfinalized(database(), { ...reach, slot: { lt: first } });
  if (forgotten.length > 0) await watchPage(forgotten, { final, firstAvailableSlot }, context, report);
  return report;
}

async function watchPage(
  settlements: UnfinalizedSettlement[],
  chain: Omit<ChainView, "seenSlot">,
  context: SettlementContext,
  report: FinalityReport,
): Promise<void> {
  const signatures = settlements.map(({ signature }) => signature);
  const { slot, states } = await context.connection.signatureStatesAtSlot(signatures);
  const view = { ...chain, seenSlot: slot };
  for (const [i, settlement] of settlements.entries()) {
    report[await watchOne(settlement, states[i] ?? null, view, context)]++;
  }
}

async function watchOne(
  settlement: UnfinalizedSettlement,
  state: SignatureState | null,
  view: ChainView,
  context: SettlementContext,
): Promise<keyof FinalityReport> {
  if (state && !state.failed && state.commitment === "finalized") {
    await markFinalized(database(), settlement.id, { slot: BigInt(state.slot), at: context.clock.now() });
    return "finalized";
  }
  if (state?.failed && state.commitment === "finalized")
    return (await isShown(settlement, context)) ? "waiting" : orphan(settlement, "failed_on_chain", context);
  if (state) return "waiting";
  const { quote } = settlement;
  if (view.final.height > quote.lastValidBlockHeight) {
    // A node that has forgotten the block, or has not come to it, cannot tell that the payment is not in it.
    if (BigInt(view.firstAvailableSlot) > settlement.slot || view.seenSlot < view.final.slot)
      return "waiting";
    return (await isShown(settlement, context)) ? "waiting" : orphan(settlement, "never_finalized", context);
  }
  if (quote.rawTransaction) await context.connection.broadcast(quote.rawTransaction, { rehearse: false });
  return "rebroadcast";
}

/**
 * Whether the payment is there after all. Asked in another way before a grant is taken back for good: the questions of
 * a pass may have been answered by several nodes, of which one is behind, or wrong. A dear payment is asked for at the
 * second node as well.
 */
async function isShown(
  { signature, quote }: UnfinalizedSettlement,
  { connection, witness, config }: SettlementContext,
): Promise<boolean> {
  if (isPayment(await connection.findTransaction(signature, "confirmed"))) return true;
  if (!witness || quote.priceLamports <= config.witnessAboveLamports) return false;
  if ((await witness.genesisHash()) !== quote.genesisHash) return true; // it says nothing of this chain
  return isPayment(await witness.findTransaction(signature, "confirmed"));
}

const isPayment = (landed: Awaited<ReturnType<SolanaConnection["findTransaction"]>>) =>
  landed !== null && (landed === "unreadable" || !landed.failed);

async function orphan(
  settlement: UnfinalizedSettlement,
  reason: string,
  { clock }: SettlementContext,
): Promise<"orphaned"> {
  await inTransaction((tx) => markOrphaned(tx, settlement, { reason, at: clock.now() }));
  paymentsSeen.inc({ outcome: "orphaned" });
  logger.warn(
    { quoteId: settlement.quoteId, signature: settlement.signature, reason },
    "a settlement was orphaned",
  );
  return "orphaned";
}
