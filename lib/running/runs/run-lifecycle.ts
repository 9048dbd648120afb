import type { Lifecycle, LifecycleStep } from "@/lib/kernel/lifecycle";

const RUN_STATES = ["RUNNING", "DONE", "FAILED"] as const;

export type RunState = (typeof RUN_STATES)[number];

interface RunStep extends LifecycleStep<RunState> {
  needs: string;
}

/** The life of a run. A free one may be written once, with its end. The first end stands. */
export const RUN_LIFECYCLE = {
  table: "Runs",
  column: "state",
  states: RUN_STATES,
  begins: RUN_STATES,
  steps: {
    finishRun: { from: ["RUNNING"], to: ["DONE", "FAILED"], needs: "the sandbox has answered" },
    failRunsWithoutHold: {
      from: ["RUNNING"],
      to: ["FAILED"],
      needs: "it began long ago and holds no grant: its process died",
    },
  },
} as const satisfies Lifecycle<RunState, RunStep>;
