import { findBondTerms } from "@/lib/audits/bond/current-bond-terms";
import { findOwnParties } from "@/lib/audits/bond/own-parties";
import { finishMoves } from "@/lib/audits/bond/moves/finish-moves";
import { signByItself } from "@/lib/audits/bond/moves/sign-by-itself";
import { forgetOpenings } from "@/lib/audits/bond/openings/forget-openings";
import { recheckBonds } from "@/lib/audits/bond/recheck-bonds";
import { searchVaults } from "@/lib/audits/bond/vault/search-vaults";
import { systemClock } from "@/lib/kernel/clock";
import type { JobHandlers } from "@/lib/jobs/kinds";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { closeStaleRuns } from "@/lib/running/runs/close-stale-runs";
import { currentSettlement } from "@/lib/payments/settlement/current-settlement";
import { HOLD_MS } from "@/lib/payments/grants/reserve-grant";
import { reconcileQuotes } from "@/lib/payments/settlement/reconcile-quotes";
import { releaseStaleGrants } from "@/lib/payments/grants/release-stale-grants";
import { forgetUnpaidQuotes } from "@/lib/payments/unpaid/forget-unpaid-quotes";
import { solanaConnection } from "@/lib/solana/current-connection";
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
    await forgetOpenings(around);
  },
  watch_finality: async () => {
    await watchFinality(currentSettlement());
  },
  forget_unpaid_quotes: async () => {
    await forgetUnpaidQuotes(currentSettlement());
  },
};
