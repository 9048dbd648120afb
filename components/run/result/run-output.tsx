import type { Labels } from "@/lib/platform/i18n/labels";
import { lazy, Suspense, useState } from "react";
import { findAsked, findCard } from "@/components/run/result/card";
import type { RunView } from "@/components/run/market-api";
import { Note } from "@/components/ui/note";
import { printJson } from "@/components/ui/code/json";
import { SCROLLABLE } from "@/components/ui/code/scrollable";

/** Most outputs have no card, so what draws one is only fetched with the first. */
const CardView = lazy(() => import("@/components/run/result/card-view"));

interface RunOutputProps {
  run: RunView;
  labels: Labels<"run.form">;
}

/** The output of a run: a card where it is one, and the JSON to read, to copy and to keep. */
export function RunOutput({ run, labels }: RunOutputProps) {
  const [asSent, setAsSent] = useState(false);
  const card = findCard(run.output);
  const asked = findAsked(run.output);
  const text = asSent ? JSON.stringify(run.output) : printJson(run.output);
  return (
    <>
      {asked && (
        <div className="mb-3">
          <Note title={labels.asksFirst}>
            {asked.text} <code>{asked.action}</code>
          </Note>
        </div>
      )}
      {card && (
        <Suspense fallback={null}>
          <div className="mb-3">
            <CardView card={card} />
          </div>
        </Suspense>
      )}
      <pre
        {...SCROLLABLE}
        role="group"
        aria-label={labels.output}
        className="max-h-80 overflow-auto rounded-1 border border-line-2 bg-sunken p-3 font-mono text-13"
      >
        <code id="run-output" data-testid="run-output">
          {text}
        </code>
      </pre>
      <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-13">
        <button type="button" className="link" data-copy-from="run-output" data-copied={labels.copied}>
          <span>{labels.copy}</span>
        </button>
        <button type="button" className="link" onClick={() => download(run)}>
          {labels.download}
        </button>
        <button type="button" className="link" aria-pressed={asSent} onClick={() => setAsSent(!asSent)}>
          {labels.oneLine}
        </button>
      </p>
    </>
  );
}

/** Hands the output to the browser as a file. */
function download({ id, output }: RunView): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(output, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${id}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
