import type { RunView } from "@/components/run/market-api";
import type { PurchaseStep } from "@/components/run/payment/purchase";
import type { RunProblem } from "@/components/run/result/run-result";
import type { RunStep } from "@/components/run/payment/step-label";
import { toProblem } from "@/components/run/to-problem";

/** What is seen of the last press of the button. */
export interface Attempt {
  /** The step it is at; null while there is none. */
  busy: PurchaseStep | null;
  /** Its steps so far, and when each began: milliseconds since the press. */
  log: readonly { step: RunStep; atMs: number }[];
  run: RunView | null;
  problem: RunProblem | null;
}

interface AttemptOptions {
  free: boolean;
  /** Aborted when the person cancels: then the next step is not begun. */
  signal: AbortSignal;
  show: (change: Partial<Attempt>) => void;
}

/**
 * Does the work of one press and shows each of its steps, and in the end its output or what went wrong. Never throws;
 * resolves to the run that gave an output, or null.
 */
export async function makeAttempt(
  work: (onStep: (step: PurchaseStep) => void) => Promise<RunView>,
  { free, signal, show }: AttemptOptions,
): Promise<RunView | null> {
  const pressedMs = performance.now();
  let log: Attempt["log"] = [];

  function note(step: RunStep, change: Partial<Attempt>): void {
    log = [...log, { step, atMs: performance.now() - pressedMs }];
    show({ ...change, log });
  }

  try {
    const run = await work((step) => {
      signal.throwIfAborted();
      note(step, { busy: step });
    });
    if (run.state === "DONE") {
      note("done", { busy: null, run });
      return run;
    }
    const problem = {
      kind: free ? "failed" : "paidNotRun",
      detail: run.failure ?? "",
      errorOutput: run.error_output,
    } as const;
    note("failed", { busy: null, run, problem });
  } catch (error) {
    if (signal.aborted) note("cancelled", { busy: null, problem: { kind: "cancelled" } });
    else note("failed", { busy: null, problem: toProblem(error) });
  }
  return null;
}
