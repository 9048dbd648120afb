import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { logger } from "@/lib/observability/logger";
import type { SettlementContext } from "@/lib/settlement/settlement-context";
import {
  listUnfinalized,
  markFinalized,
  markOrphaned,
  type UnfinalizedSettlement,
} from "@/lib/settlement/settlement-repository";
import type { ChainPoint, SignatureState } from "@/lib/solana/on-chain";

export type FinalityReport = { finalized: number; waiting: number; rebroadcast: number; orphaned: number };

const DEFAULT_LIMIT = 200; // a node answers for at most 256 signatures at once

interface ChainView {
  final: ChainPoint;
  /** To which the node had come that told the states. */
  seenSlot: number;
  firstAvailableSlot: number;
}

/**
 * One pass over the settlements that are confirmed but not final. A payment that a reorganisation took back is broadcast again
 * as long as it can land; when it no longer can, its settlement is marked orphaned and its grant withdrawn if it was not
 * used. Throws `LEDGER_UNAVAILABLE`.
 */
export async function watchFinality(
  context: SettlementContext,
  limit = DEFAULT_LIMIT,
): Promise<FinalityReport> {
  const report: FinalityReport = { finalized: 0, waiting: 0, rebroadcast: 0, orphaned: 0 };
  const genesisHash = await context.connection.genesisHash();
  const settlements = await listUnfinalized(database(), { genesisHash, limit });
  if (settlements.length === 0) return report;
  const { connection } = context;
  // The final block first: what is final by then cannot land after the states were read.
  const [final, firstAvailableSlot] = await Promise.all([
    connection.finalBlock(),
    connection.firstAvailableSlot(),
  ]);
  const { slot, states } = await connection.signatureStatesAtSlot(settlements.map((each) => each.signature));
  const view = { final, seenSlot: slot, firstAvailableSlot };
  for (const [i, settlement] of settlements.entries()) {
    report[await watchOne(settlement, states[i] ?? null, view, context)]++;
  }
  return report;
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
    return orphan(settlement, "failed_on_chain", context);
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
 * Asked in another way before a grant is taken back for good: the questions of a pass may have been answered by several nodes, of which
 * one is behind. A dear payment is asked for at the second node as well.
 */
async function isShown(
  { signature, quote }: UnfinalizedSettlement,
  { connection, witness, config }: SettlementContext,
): Promise<boolean> {
  if ((await connection.findTransaction(signature, "confirmed")) !== null) return true;
  if (!witness || quote.priceLamports <= config.witnessAboveLamports) return false;
  if ((await witness.genesisHash()) !== quote.genesisHash) return true; // it says nothing of this chain
  return (await witness.findTransaction(signature, "confirmed")) !== null;
}

async function orphan(
  settlement: UnfinalizedSettlement,
  reason: string,
  { clock }: SettlementContext,
): Promise<"orphaned"> {
  await inTransaction((tx) => markOrphaned(tx, settlement, { reason, at: clock.now() }));
  logger.warn(
    { quoteId: settlement.quoteId, signature: settlement.signature, reason },
    "a settlement was orphaned",
  );
  return "orphaned";
}
