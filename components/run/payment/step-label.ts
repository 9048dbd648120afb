import type { Labels } from "@/lib/platform/i18n/labels";
import type { PurchaseStep } from "@/components/run/payment/purchase";

/** What happens on the way to an output. */
export type RunStep = PurchaseStep | "done" | "failed" | "cancelled";

/** A step in words. */
export function stepLabel(step: RunStep, labels: Labels<"run.form">): string {
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
