"use client";

import { useActionState, useEffect, useRef } from "react";
import type { Labels } from "@/lib/platform/i18n/labels";
import type { CheckLabels } from "@/components/validate/check-labels";
import { BusyButton, BusyText } from "@/components/ui/busy-button";
import { CodeMeaning, ExactMessage } from "@/components/ui/code/code-meaning";
import { SelectField } from "@/components/forms/field";
import { FormFoot } from "@/components/ui/page-parts";
import { Note } from "@/components/ui/note";
import type { EditorStart } from "@/components/validate/validate-form";
import { CheckedSource } from "@/components/validate/checked-source";

/** What the form shows after a refusal: the code for those who need it, and a sentence. */
export interface PublishProblem {
  code: string;
  message: string;
  /** What the code means in the reader's language; left out in English, where the message says it. */
  meaning?: string | undefined;
}

interface PublishFormProps {
  action: (previous: PublishProblem | null, form: FormData) => Promise<PublishProblem | null>;
  labels: Labels<"publish.form">;
  /** Id of the package under way that this one replaces. */
  instead: string | null;
  checks: CheckLabels;
  /** Names of the organisations that the reader publishes for, and the one to begin with. */
  organisations: readonly string[];
  chosen: string | undefined;
  /** The template that was asked for. */
  start?: EditorStart | undefined;
}

/**
 * One form for an archive, a folder or a pasted SKILL.md. It works before scripts; with them each dialect is
 * asked first.
 */
export function PublishForm({
  action,
  labels,
  instead,
  checks,
  organisations,
  chosen = "",
  start,
}: PublishFormProps) {
  const [problem, submit, busy] = useActionState(action, null);
  const refusal = useRef<HTMLDivElement>(null);
  // The button stands below the whole text: what is said above it would not be seen.
  useEffect(() => {
    if (problem) refusal.current?.focus();
  }, [problem]);
  return (
    <form action={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-5">
      {instead === null ? null : <input type="hidden" name="instead" value={instead} />}
      {problem && (
        <div role="alert" ref={refusal} tabIndex={-1}>
          <Note tone="bad" title={<span className="mono">{problem.code}</span>}>
            <CodeMeaning {...problem} meaning={problem.meaning} /> {labels.nothingStored}
            <ExactMessage {...problem} meaning={problem.meaning} />
          </Note>
        </div>
      )}
      <CheckedSource labels={checks} {...(start && { first: { view: null, problem: null, ...start } })} />
      {organisations.length === 0 ? null : (
        <div className="grid max-w-[48ch] gap-1">
          <SelectField
            id="publish-as"
            name="organisation"
            label={labels.as}
            options={[
              { value: "", text: labels.asMyself },
              ...organisations.map((name) => ({ value: name, text: name })),
            ]}
            defaultValue={chosen}
            isOptional
          />
          <p className="text-13 text-ink-2">{labels.asNote}</p>
        </div>
      )}
      <FormFoot>
        <p>{labels.ready}</p>
        <BusyButton type="submit" className="btn btn-primary btn-lg" busy={busy}>
          <BusyText rest={labels.submit} working={labels.busy} busy={busy} />
        </BusyButton>
      </FormFoot>
    </form>
  );
}
