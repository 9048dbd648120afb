import { findBondTerms, findOwnParties } from "@/lib/audits/bond/bond-settings";
import { signByItself } from "@/lib/audits/bond/sign-by-itself";
import { finishMoves } from "@/lib/audits/bond/finish-moves";
import { deleteLostOpenings } from "@/lib/audits/bond/open-bond";
import { recheckBonds } from "@/lib/audits/bond/deposits";
import { searchVaults } from "@/lib/audits/bond/vault-history";
import { systemClock } from "@/lib/kernel/clock";
import type { JobHandlers } from "@/lib/platform/jobs/kinds";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { notifyOfBlockers } from "@/lib/running/earning/earning-blockers";
import { closeStaleRuns } from "@/lib/running/runs/purge-runs";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { HOLD_MS, releaseStaleGrants } from "@/lib/payments/grants/grants";
import { reconcileQuotes } from "@/lib/payments/settlement/reconcile";
import { refreshRate } from "@/lib/payments/rates/refresh-rate";
import { deleteUnpaidQuotes } from "@/lib/payments/quotes/delete-unpaid-quotes";
import { solanaConnection } from "@/lib/chain/solana/current-connection";
import { watchFinality } from "@/lib/payments/settlement/watch-finality";

/** What each kind of job does: the registry's, and those of settlement and of deposits on chain. */
export const jobHandlers: JobHandlers = {
  ...marketHandlers,
  reconcile_quotes: async () => {
    await releaseStaleGrants({ olderThanMs: HOLD_MS });
    await closeStaleRuns({ olderThanMs: HOLD_MS, clock: systemClock });
    await reconcileQuotes(currentSettlement());
  },
  recheck_bonds: async () => {
    const around = { chain: solanaConnection(), terms: findBondTerms() };
    await signByItself(findOwnParties(), around);
    await finishMoves(around);
    await recheckBonds(around);
    await searchVaults(around);
    await deleteLostOpenings(around);
  },
  notify_of_blockers: async (_, { signal }) => {
    await notifyOfBlockers(currentSettlement(), systemClock, { signal });
  },
  watch_finality: async () => {
    await watchFinality(currentSettlement());
  },
  refresh_rate: (_, { signal }) => refreshRate({ signal }),
  forget_unpaid_quotes: async () => {
    await deleteUnpaidQuotes(currentSettlement());
  },
};
