"use client";

import { useCallback, useState, type ReactNode } from "react";
import { ApiProblem } from "@/components/run/api-problem";
import { CheckedSource } from "@/components/validate/checked-source";
import { fillCount, type CheckLabels } from "@/components/validate/check-labels";
import { countedReports, type CheckView } from "@/components/validate/check-view";
import { countIssues } from "@/lib/skill-format/count-issues";
import type { Ask } from "@/components/validate/use-live-check";

export type CheckFormLabels = Record<"save" | "saved" | "vet" | "ready" | "left", string>;

export type CheckAnswer = { view: CheckView } | { code: string; message: string };

interface CheckFormProps {
  /** Of the package under way. */
  id: string;
  /** The text has just been saved. */
  saved: boolean;
  view: CheckView;
  labels: CheckFormLabels;
  checks: CheckLabels;
  box: ReactNode;
  /** Keeps the text; the pressed button says what comes next. */
  action: (form: FormData) => Promise<void>;
  /** Checks a text among the other files of the package, and keeps nothing. */
  check: (text: string) => Promise<CheckAnswer>;
}

/** The kept SKILL.md beside its verdicts. Without scripts each button sends the text and the page comes back. */
export function CheckForm({ id, saved, view: first, labels, checks, box, action, check }: CheckFormProps) {
  const [view, setView] = useState<CheckView | null>(first);
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
    <form action={action}>
      <CheckedSource
        labels={checks}
        first={{ view: first, problem: null, text: first.skillMd, chosen: null }}
        kept={{ id, ask, box }}
        onView={setView}
      />
      <div className="check-foot">
        <div>
          <p role="status">{saved && view === first ? labels.saved : ""}</p>
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
      </div>
    </form>
  );
}
