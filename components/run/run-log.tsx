import type { PurchaseStep } from "@/components/run/purchase";
import type { RunLabels } from "@/components/run/run-labels";

/** One thing that happened on the way to an output. */
export interface LogEntry {
  step: PurchaseStep | "done" | "failed" | "cancelled";
  /** Since the button was pressed. */
  atMs: number;
}

interface RunLogProps {
  entries: readonly LogEntry[];
  labels: RunLabels;
}

/** What has happened so far, with its time; the last line is what happens now. */
export function RunLog({ entries, labels }: RunLogProps) {
  if (entries.length === 0) return null;
  return (
    <ol aria-label={labels.log} className="mt-3 grid gap-0.5 text-12 text-ink-2" data-testid="run-log">
      {entries.map(({ step, atMs }) => (
        <li key={`${step}-${atMs}`} className="flex justify-between gap-3">
          <span>{stepLabel(step, labels)}</span>
          <span className="font-mono text-ink-3">{(atMs / 1000).toFixed(1)} s</span>
        </li>
      ))}
    </ol>
  );
}

/** A state in words. */
export function stepLabel(step: LogEntry["step"], labels: RunLabels): string {
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
