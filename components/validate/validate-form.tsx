"use client";

import { useActionState, useRef } from "react";
import { FormFoot } from "@/components/ui/page-parts";
import { CheckedSource, type FirstCheck } from "@/components/validate/checked-source";
import { BusyButton } from "@/components/ui/busy-button";
import type { CheckLabels } from "@/components/validate/check-labels";

/** The outcome of a form that was sent, and how many were before it. */
export interface SentCheck extends FirstCheck {
  attempt: number;
}

interface ValidateFormProps {
  action: (previous: SentCheck | null, form: FormData) => Promise<SentCheck>;
  labels: CheckLabels;
  submit: string;
  note: string;
  /** The verdicts follow what is typed or chosen: the button then asks again and leads to them. */
  live?: boolean;
  /** What stood in the field before, or is begun with. */
  start?: EditorStart;
}

/** A text, or the files of a template with the name of their folder. */
export type EditorStart = Pick<FirstCheck, "text" | "chosen" | "json">;

const NOTHING_YET = { view: null, problem: null };
const NO_TEXT: EditorStart = { text: "", chosen: null };

/** The check as a form: without scripts it is sent and the page comes back with the verdicts. */
export function ValidateForm(props: ValidateFormProps) {
  const { action, labels, submit, note, live = false, start = NO_TEXT } = props;
  const [result, send, busy] = useActionState(action, null, "#verdicts");
  const again = useRef<(() => void) | null>(null);
  return (
    <form
      action={send}
      onSubmit={(event) => {
        if (!live) return;
        event.preventDefault();
        again.current?.();
      }}
    >
      <CheckedSource
        key={result?.attempt ?? 0}
        labels={labels}
        first={result ?? { ...NOTHING_YET, ...start }}
        again={again}
      />
      <FormFoot>
        <p>{note}</p>
        <BusyButton type="submit" className="btn btn-primary btn-lg" busy={busy}>
          {submit}
        </BusyButton>
      </FormFoot>
    </form>
  );
}
