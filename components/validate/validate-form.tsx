"use client";

import { useActionState } from "react";
import { CheckedSource, type FirstCheck } from "@/components/validate/checked-source";
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
}

/** The check as a form: without scripts it is sent and the page comes back with the verdicts. */
export function ValidateForm({ action, labels, submit, note }: ValidateFormProps) {
  const [result, send, busy] = useActionState(action, null);
  return (
    <form action={send}>
      <CheckedSource key={result?.attempt ?? 0} labels={labels} {...(result ? { first: result } : {})} />
      <div className="check-foot">
        <p>{note}</p>
        <button type="submit" className="btn btn-primary btn-lg" aria-busy={busy} disabled={busy}>
          {submit}
        </button>
      </div>
    </form>
  );
}
