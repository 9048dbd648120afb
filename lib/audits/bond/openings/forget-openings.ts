import {
  deleteOpening,
  listUnsettledOpenings,
  setLandsUntil,
} from "@/lib/audits/bond/vault/vaults-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { SolanaConnection } from "@/lib/solana/connection";

type Chain = Pick<
  SolanaConnection,
  "finalBlock" | "heightInReach" | "signatureStatesAtSlot" | "firstAvailableSlot" | "blockTimeMs"
>;

/** By then every node behind one address has heard of the blockhash that an opening was signed with. */
const SENT_BEFORE_MS = 10 * 60_000;
/** A node tells of 256 signatures at once. */
const MOST_AT_ONCE = 200;

/**
 * Forgets openings of deposits that have not landed and cannot land any more, by the chain's own count: what is final
 * now is later than any block that takes their blockhash. One that has landed stays until its deposit is seen. Returns
 * how many are forgotten; throws LEDGER_UNAVAILABLE.
 */
export async function forgetOpenings(
  { chain }: { chain: Chain },
  clock: Clock = systemClock,
): Promise<number> {
  const sentBefore = new Date(clock.now().getTime() - SENT_BEFORE_MS);
  const openings = await listUnsettledOpenings(database(), { sentBefore, limit: MOST_AT_ONCE });
  if (openings.length === 0) return 0;
  const final = await chain.finalBlock();
  const unasked = openings.filter(({ landsUntil }) => landsUntil === null);
  if (unasked.length > 0) {
    const height = await chain.heightInReach(final.slot);
    await setLandsUntil(database(), unasked.map(signatureOf), height);
  }
  const over = openings.filter(({ landsUntil }) => landsUntil !== null && landsUntil < final.height);
  if (over.length === 0) return 0;
  const { slot, states } = await chain.signatureStatesAtSlot(over.map(signatureOf));
  if (slot < final.slot) return 0; // this node is behind
  const reachesBackTo = await chain.blockTimeMs(await chain.firstAvailableSlot());
  const lost = over.filter(({ sentAt }, i) => {
    const state = states[i];
    if (state) return state.failed && state.commitment === "finalized";
    return reachesBackTo !== null && reachesBackTo < sentAt.getTime();
  });
  const kept = over.filter((opening, i) => !lost.includes(opening) && !states[i]?.failed);
  await setLandsUntil(database(), kept.map(signatureOf), null);
  for (const { signature } of lost) await deleteOpening(database(), signature);
  return lost.length;
}

const signatureOf = ({ signature }: { signature: string }): string => signature;
