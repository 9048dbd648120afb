import type { PurchaseStep } from "@/components/run/payment/purchase";
import type { RunLabels } from "@/components/run/run-labels";

/** What happens on the way to an output. */
export type RunStep = PurchaseStep | "done" | "failed" | "cancelled";

/** A step in words. */
export function stepLabel(step: RunStep, labels: RunLabels): string {
  return {
    quoting: labels.stepQuoting,
    signing: labels.stepSigning,
    paying: labels.stepPaying,
    running: labels.stepRunning,
    done: labels.stepDone,
    failed: labels.stepFailed,
    cancelled: labels.stepCancelled,
  }[step];
}
