import type { RunView } from "@/components/run/market-api";
import type { RunLabels } from "@/components/run/run-labels";
import { RunOutput } from "@/components/run/run-output";
import { Note } from "@/components/ui/note";

export type RunProblem =
  | { kind: "input"; field: string }
  | { kind: "api"; code: string; detail: string; errors: readonly { pointer: string; detail: string }[] }
  | { kind: "refused" | "priceChanged" | "cancelled" }
  | { kind: "failed" | "paidNotRun"; detail: string };

interface RunResultProps {
  busy: string | null;
  run: RunView | null;
  problem: RunProblem | null;
  labels: RunLabels;
  locale: string;
}

/** What happened: progress, output with its receipt, or a problem that says first whether money moved. */
export function RunResult({ busy, run, problem, labels, locale }: RunResultProps) {
  return (
    <div role="status" aria-live="polite" className="not-empty:mt-4">
      {busy && <p className="text-13 text-ink-2">{busy}</p>}
      {problem && problem.kind !== "input" && (
        <ProblemNote problem={problem} labels={labels} locale={locale} />
      )}
      {run?.state === "DONE" && (
        <section aria-label={labels.output}>
          <h3 className="mb-1.5 flex items-baseline justify-between text-13 font-medium">
            {labels.output}
            <span className="font-mono text-12 font-normal text-ink-3">{run.wall_ms} ms</span>
          </h3>
          <RunOutput run={run} labels={labels} />
          {run.receipt_id && (
            <p className="mt-2 text-13">
              <a className="link" href={`${prefix(locale)}/receipts/${run.receipt_id}`}>
                {labels.receipt}
              </a>
            </p>
          )}
        </section>
      )}
    </div>
  );
}

const prefix = (locale: string) => (locale === "en" ? "" : `/${locale}`);

interface ProblemNoteProps {
  problem: Exclude<RunProblem, { kind: "input" }>;
  labels: RunLabels;
  locale: string;
}

function ProblemNote({ problem, labels, locale }: ProblemNoteProps) {
  if (problem.kind === "api")
    return (
      <Note tone="bad" title={problem.detail}>
        <a className="link font-mono text-12" href={`${prefix(locale)}/errors/${problem.code}`}>
          {problem.code}
        </a>
      </Note>
    );
  const { title, detail } = words(problem, labels);
  return (
    <Note tone={problem.kind === "paidNotRun" ? "warn" : "bad"} title={title}>
      {detail}
    </Note>
  );
}

function words(
  problem: Exclude<RunProblem, { kind: "input" | "api" }>,
  labels: RunLabels,
): { title: string; detail: string } {
  switch (problem.kind) {
    case "refused":
      return { title: labels.refused, detail: labels.refusedDetail };
    case "cancelled":
      return { title: labels.stepCancelled, detail: "" };
    case "priceChanged":
      return { title: labels.priceChanged, detail: labels.priceChangedDetail };
    case "paidNotRun":
      return { title: labels.paidNotRun, detail: `${labels.paidNotRunDetail} ${problem.detail}`.trim() };
    case "failed":
      return { title: labels.failed, detail: problem.detail };
  }
}
