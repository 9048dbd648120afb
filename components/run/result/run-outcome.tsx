import { lazy, Suspense, type ComponentType } from "react";
import type { Attempt } from "@/components/run/payment/attempt";
import { callsOf } from "@/components/run/payment/count-calls";
import { useStoredCall } from "@/components/run/payment/stored-call";
import { loadPress } from "@/components/run/load-press";
import type { Purchase } from "@/components/run/payment/signed-purchase";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import type { RunLogProps } from "@/components/run/result/run-log";
import type { RunResultProps } from "@/components/run/result/run-result";
import { stepLabel } from "@/components/run/payment/step-label";

// A call goes on without its log, should that not come.
const RunLog = lazy(async (): Promise<{ default: ComponentType<RunLogProps> }> => {
  try {
    return { default: (await loadPress()).RunLog };
  } catch {
    return { default: () => null };
  }
});

interface RunOutcomeProps extends RunFormProps, Attempt {
  input: RunResultProps["input"];
  purchase: Purchase | null;
  reload: RunResultProps["reload"];
}

/** What has happened since the press, and what came out of it; a purchase that was paid for and not run says so. */
export function RunOutcome({
  slug,
  labels,
  locale,
  examples,
  fields,
  input,
  purchase,
  busy,
  log,
  run,
  problem,
  reload,
  Result,
}: RunOutcomeProps) {
  const { last, remove } = useStoredCall(slug);
  const unfinished = purchase && (callsOf(purchase) < 2 || purchase.begun) && !busy;
  const entries = log.map(({ step, atMs }) => ({ label: stepLabel(step, labels), atMs }));
  return (
    <>
      <Suspense>{log.length > 0 && <RunLog entries={entries} title={labels.log} />}</Suspense>
      <div role="status" aria-live="polite" className="not-empty:mt-4">
        <Result
          busy={busy && stepLabel(busy, labels)}
          run={run}
          input={input}
          examples={examples}
          fields={fields}
          problem={problem ?? (unfinished ? { kind: "paidNotRun", detail: "" } : null)}
          last={last}
          forget={remove}
          reload={reload}
          labels={labels}
          locale={locale}
        />
      </div>
    </>
  );
}
