import { Note } from "@/components/ui/note";
import type { CheckLabels } from "@/components/validate/check-labels";
import { furtherReasons, type CheckView } from "@/components/validate/check-view";
import { DialectVerdicts } from "@/components/validate/dialect-verdicts";
import { Issues } from "@/components/validate/issue-list";
import type { CheckProblem } from "@/components/validate/use-live-check";

const MAX_REASONS = 5;

interface CheckResultProps {
  labels: CheckLabels;
  view: CheckView | null;
  problem: CheckProblem | null;
  busy: boolean;
  onLine: (line: number) => boolean;
}

/** What each dialect says, and what an upload would come to. */
export function CheckResult({ labels, view, problem, busy, onLine }: CheckResultProps) {
  const state = busy ? labels.checking : problem ? labels.notChecked : view ? labels.checked : "";
  return (
    // The verdicts stay beside the line that is being written.
    <section
      className="from-901:sticky from-901:top-4 from-901:max-h-[calc(100vh-32px)] from-901:overflow-y-auto [&_.note]:mb-3.5"
      aria-labelledby="verdicts"
    >
      <div className="mb-2.5 flex items-baseline gap-2.5">
        <h2 id="verdicts" className="font-serif text-18 leading-[1.2] font-medium">
          {labels.verdicts}
        </h2>
        <p role="status" className="ms-auto text-13 text-ink-3">
          {state}
        </p>
      </div>
      {problem ? (
        <Note tone="bad" title={problem.code ? <code>{problem.code}</code> : labels.notChecked}>
          {problem.code === null ? (
            problem.detail || labels.notReached
          ) : (
            <span lang="en">{problem.detail}</span>
          )}
        </Note>
      ) : null}
      {view ? (
        <>
          <Decision view={view} labels={labels} />
          <DialectVerdicts
            reports={view.reports}
            meanings={view.meanings}
            labels={labels}
            all
            open
            lines={{ files: view.files, onLine }}
          />
          <Calling view={view} labels={labels} />
        </>
      ) : null}
      {view || problem ? null : <p className="text-14 text-ink-2">{labels.waiting}</p>}
    </section>
  );
}

/** Whether the market would make calls of it, and what stands in the way. */
function Calling({ view, labels }: { view: CheckView; labels: CheckLabels }) {
  const { callable, issues, missing } = view.calling;
  return (
    <section
      className="mt-4 grid gap-2 rounded-1 border border-line bg-surface p-3.5"
      aria-labelledby="calling"
    >
      <h3 id="calling" className="text-15 font-semibold">
        {labels.calling}
      </h3>
      <p className="text-14 text-ink-2">{callable ? labels.callable : labels.notCallable}</p>
      {missing.map(({ purpose, lines }) => (
        <div key={purpose} className="mt-2 text-14">
          <p className="text-ink-2">{purpose === "call" ? labels.missingCall : labels.missingPrice}</p>
          <pre className="mt-1 whitespace-pre-wrap wrap-anywhere border border-line bg-accent-wash px-2.5 py-1.5 text-13 leading-[1.6]">
            {lines.join("\n")}
          </pre>
        </div>
      ))}
      <Issues issues={issues} labels={labels} meanings={view.meanings} lines={{ files: view.files }} />
    </section>
  );
}

function Decision({ view, labels }: { view: CheckView; labels: CheckLabels }) {
  const { tone, title, text } = decisionOf(view, labels);
  return (
    <Note tone={tone} title={title}>
      {text}
      {furtherReasons(view)
        .slice(0, MAX_REASONS)
        .map((reason) => (
          <span key={reason} className="mt-0.75 block wrap-anywhere" lang="en">
            {reason}
          </span>
        ))}
    </Note>
  );
}

/** What an upload of the checked source would come to, in the words and the tone of a note. */
export function decisionOf({ status }: CheckView, labels: CheckLabels) {
  return (
    {
      approved: { tone: "ok", title: labels.accepted, text: labels.acceptedText },
      caution: { tone: "warn", title: labels.held, text: labels.heldText },
      rejected: { tone: "bad", title: labels.refused, text: labels.refusedText },
    } as const
  )[status];
}
