import { Gauge } from "prom-client";
import { findBondTerms } from "@/lib/audits/bond/current-bond-terms";
import { countBondsToRecheck } from "@/lib/audits/bond/kept-bonds-repository";
import { HOUR_MS, systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { withTimeout } from "@/lib/kernel/with-timeout";
import { metrics } from "@/lib/kernel/observability/metrics";

/** How long this figure may keep whoever reads the others waiting. */
const PATIENCE_MS = 2_000;

const unseen = new Gauge({
  name: "emporion_deposits_unseen",
  help: "Deposits that could not be looked at on the chain for an hour",
  registers: [metrics],
});

/** Counts anew, before the figures are read. Never throws: without the database there is no figure. */
export async function measureDeposits(): Promise<void> {
  unseen.remove();
  try {
    const checkedBefore = new Date(systemClock.now().getTime() - HOUR_MS);
    const counting = countBondsToRecheck(database(), { checkedBefore, known: findBondTerms() === null });
    unseen.set(await withTimeout(counting, PATIENCE_MS, () => new Error("too slow")));
  } catch {
    // `emporion_database_up` says so
  }
}
