import type { Lifecycle, LifecycleStep } from "@/lib/kernel/lifecycle";

/**
 * GRANTED: a call is paid for, and free to be made. RUNNING: a run holds it. CONSUMED: the run delivered. WITHDRAWN: its
 * payment has vanished.
 */
const GRANT_STATES = ["GRANTED", "RUNNING", "CONSUMED", "WITHDRAWN"] as const;

type GrantState = (typeof GRANT_STATES)[number];

interface GrantStep extends LifecycleStep<GrantState> {
  needs: string;
}

/** The life of a grant, the right to one call. A run that died loses its hold to the next run without a step between. */
export const GRANT_LIFECYCLE = {
  table: "Grants",
  column: "state",
  states: GRANT_STATES,
  begins: ["GRANTED"],
  steps: {
    takeFreeGrant: {
      from: ["GRANTED"],
      to: ["RUNNING"],
      needs: "its quote is not ORPHANED; after several failures, a pause",
    },
    consumeHeldGrant: { from: ["RUNNING"], to: ["CONSUMED"], needs: "the run that holds it has delivered" },
    freeHeldGrant: {
      from: ["RUNNING"],
      to: ["GRANTED", "WITHDRAWN"],
      needs: "the run that holds it has failed; WITHDRAWN where its quote is ORPHANED",
    },
    freeStaleGrants: {
      from: ["RUNNING"],
      to: ["GRANTED", "WITHDRAWN"],
      needs: "nobody has prolonged the hold for its time; WITHDRAWN where its quote is ORPHANED",
    },
    markOrphaned: { from: ["GRANTED"], to: ["WITHDRAWN"], needs: "its payment has vanished" },
  },
} as const satisfies Lifecycle<GrantState, GrantStep>;
