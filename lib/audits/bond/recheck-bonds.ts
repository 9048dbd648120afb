import { observeBond, type BondAround } from "@/lib/audits/bond/observe-bond";
import { listBondsToRecheck } from "@/lib/audits/bond/kept-bonds-repository";
import { unlessNotShown } from "@/lib/audits/bond/vault/unless-not-shown";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";

/** A sale looks for itself (`confirmDeposit`); this is for what pages and lists say. */
const RECHECK_AFTER_MS = 2 * 60_000;
/** The clocks of two machines are not quite the same. */
const CLOCKS_APART_MS = 60_000;
/** Each costs two requests to the ledger; the rest follows in the next period. */
const MOST_AT_ONCE = 50;

/**
 * Looks again at deposits that were last seen some time ago, so that one that was moved ends `Optimistic` even when
 * nobody reports it. The state is derived from what is kept, so it holds from the next request on. Returns how many
 * were looked at; throws LEDGER_UNAVAILABLE, and then the rest is looked at in the next period.
 */
export async function recheckBonds(around: BondAround, clock: Clock = systemClock): Promise<number> {
  const nowMs = clock.now().getTime();
  const bonds = await listBondsToRecheck(database(), {
    checkedBefore: new Date(nowMs - RECHECK_AFTER_MS),
    checkedAfter: new Date(nowMs + CLOCKS_APART_MS),
    known: around.terms === null,
    limit: MOST_AT_ONCE,
  });
  for (const bond of bonds) {
    try {
      await unlessNotShown(bond.vaultAddress, () => observeBond(bond, around, clock));
    } catch (error) {
      // Withdrawn in between: it backs nothing any more.
      if (!isDomainError(error, "VERSION_NOT_FOUND")) throw error;
    }
  }
  return bonds.length;
}
