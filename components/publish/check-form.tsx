"use client";

import { useActionState, useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { ApiProblem } from "@/components/run/api-problem";
import { FormFoot } from "@/components/ui/page-parts";
import { Note } from "@/components/ui/note";
import { CheckedSource } from "@/components/validate/checked-source";
import { fillCount, type CheckLabels } from "@/components/validate/check-labels";
import { countedReports, type CheckView } from "@/components/validate/check-view";
import { countIssues } from "@/lib/skill-format/issues/count-issues";
import type { Labels } from "@/lib/platform/i18n/labels";
import type { Ask } from "@/components/validate/use-live-check";

export type CheckAnswer = { view: CheckView } | { code: string; message: string };

/** A text that was not kept, because another tab had kept one that its writer has not seen. */
export interface NotSaved {
  /** Digest of the package that the page was made with. */
  shown: string;
  /** Of the one that stands instead. */
  standing: string;
  /** Of the text that was sent. */
  view: CheckView;
}

interface CheckFormProps {
  /** Of the package under way. */
  id: string;
  /** Digest of the package as it is kept. */
  shown: string;
  /** The text has just been saved. */
  saved: boolean;
  view: CheckView;
  labels: Labels<"publish.form">;
  checks: CheckLabels;
  box: ReactNode;
  /** Keeps the text; the pressed button says what comes next. */
  action: (before: NotSaved | null, form: FormData) => Promise<NotSaved | null>;
  /** Checks a text among the other files of the package, and keeps nothing. */
  check: (text: string) => Promise<CheckAnswer>;
}

/** The kept SKILL.md beside its verdicts. Without scripts each button sends the text and the page comes back. */
export function CheckForm(props: CheckFormProps) {
  const { id, shown, saved, view: kept, labels, checks, box, action, check } = props;
  const [answer, submit] = useActionState(action, null);
  // Until something is saved. Without scripts the page is made anew with the answer, and shows what stands.
  const notSaved = answer && [answer.shown, answer.standing].includes(shown) ? answer : null;
  const first = notSaved?.view ?? kept;
  const [view, setView] = useState<CheckView | null>(first);
  const [isStale, setStale] = useState(false);
  // The package that proposals were used for: once another one stands, its text is shown anew.
  const [usedFor, setUsedFor] = useState<string | null>(null);
  const isChanged = usedFor !== null && usedFor !== shown;
  const told = useRef<HTMLDivElement>(null);
  // The buttons stand below the whole text: what is said above it would not be seen.
  useEffect(() => {
    if (notSaved) told.current?.focus();
  }, [notSaved]);
  const saidSaved = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    if (isChanged) saidSaved.current?.focus();
  }, [isChanged]);
  const ask = useCallback<Ask>(
    async (source) => {
      const answer = await check(source.kind === "text" ? source.text : "");
      if ("view" in answer) return answer.view;
      throw new ApiProblem(0, { error_code: answer.code, detail: answer.message });
    },
    [check],
  );
  const { error } = countIssues(countedReports((view ?? first).reports));
  const refused = (view ?? first).status === "rejected";
  // A rule of the market itself stands in no verdict: then there is nothing to count.
  const left =
    error === 0 ? checks.refusedText : labels.left.replace("{errors}", fillCount(checks.errors, error));
  return (
    <form action={submit}>
      {notSaved || isStale ? (
        <div role="alert" ref={told} tabIndex={-1} className="pb-5">
          <Note
            tone="warn"
            title={labels.elsewhere}
            action={
              // Opened without what is kept for this tab.
              <a className="btn btn-sm" href="?" target="_blank" rel="noopener">
                {labels.elsewhereLink}
              </a>
            }
          >
            {labels.elsewhereText}
          </Note>
        </div>
      ) : null}
      <CheckedSource
        key={isChanged ? shown : "first"}
        labels={checks}
        first={{ view: first, problem: null, text: first.skillMd, chosen: null }}
        kept={{
          id,
          ask,
          box,
          digest: notSaved?.standing ?? shown,
          onStale: () => setStale(true),
          onSend: () => setUsedFor(shown),
        }}
        onView={setView}
      />
      <FormFoot>
        <div>
          <p role="status" ref={saidSaved} tabIndex={-1}>
            {saved && !notSaved && (isChanged || view === first) ? labels.saved : ""}
          </p>
          <p>{refused ? left : labels.ready}</p>
        </div>
        <span className="flex flex-wrap gap-3">
          <button type="submit" name="then" value="check" className="btn btn-lg" data-keep-focus="save">
            {labels.save}
          </button>
          <button
            type="submit"
            name="then"
            value="vetting"
            className="btn btn-primary btn-lg"
            disabled={refused}
          >
            {labels.vet}
          </button>
        </span>
      </FormFoot>
    </form>
  );
}
