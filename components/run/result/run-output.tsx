import type { Labels } from "@/lib/platform/i18n/labels";
import { lazy, Suspense, useRef, useState } from "react";
import { findAsked, findCard, isReadable } from "@/components/run/result/card";
import type { RunView } from "@/components/run/market-api";
import { Note } from "@/components/ui/note";
import { printJson } from "@/components/ui/code/json";
import { SCROLLABLE } from "@/components/ui/code/scrollable";

/** Most outputs have no card and no table, so what draws one is only fetched with the first. */
const CardView = lazy(() => import("@/components/run/result/card-view"));
const ReadableOutput = lazy(async () => ({
  default: (await import("@/components/run/result/card-view")).ReadableOutput,
}));

interface RunOutputProps {
  run: RunView;
  labels: Labels<"run.form">;
}

type View = "read" | "json" | "line";

/** The output of a run: a card where it is one; to read as tables and texts, as JSON, wide, to copy and to keep. */
export function RunOutput({ run, labels }: RunOutputProps) {
  const readable = isReadable(run.output);
  const [view, setView] = useState<View>(readable ? "read" : "json");
  const wide = useRef<HTMLDialogElement>(null);
  const [isWide, setWide] = useState(false);
  const card = findCard(run.output);
  const asked = findAsked(run.output);
  const views: Record<View, string> = { read: labels.asRead, json: labels.asLines, line: labels.oneLine };
  const shown = (
    <div data-testid="run-output">
      {view === "read" && (
        <Suspense fallback={null}>
          <ReadableOutput output={run.output} />
        </Suspense>
      )}
      <pre
        {...SCROLLABLE}
        role="group"
        aria-label={labels.output}
        hidden={view === "read"}
        className={`${isWide ? "" : "max-h-80"} overflow-auto rounded-1 border border-line-2 bg-sunken p-3 font-mono text-13 wrap-anywhere whitespace-pre-wrap`}
      >
        <code id="run-output">{view === "line" ? JSON.stringify(run.output) : printJson(run.output)}</code>
      </pre>
    </div>
  );
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
      {!isWide && shown}
      <dialog
        ref={wide}
        aria-label={labels.output}
        className="m-auto w-[min(70rem,94vw)] rounded-1 border border-edge bg-surface p-5 text-ink"
        onClose={() => setWide(false)}
      >
        {isWide && shown}
        <button type="button" className="btn btn-sm mt-3" onClick={() => wide.current?.close()}>
          {labels.closeWide}
        </button>
      </dialog>
      <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-13">
        <button type="button" className="link" data-copy-from="run-output" data-copied={labels.copied}>
          <span>{labels.copy}</span>
        </button>
        <button type="button" className="link" onClick={() => download(run)}>
          {labels.download}
        </button>
        {(Object.keys(views) as View[])
          .filter((name) => readable || name !== "read")
          .map((name) => (
            <button
              key={name}
              type="button"
              className="link"
              aria-pressed={view === name}
              onClick={() => setView(name)}
            >
              {views[name]}
            </button>
          ))}
        <button
          type="button"
          className="link"
          onClick={() => {
            setWide(true);
            wide.current?.showModal();
          }}
        >
          {labels.wide}
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
