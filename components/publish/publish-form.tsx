"use client";

import { useActionState } from "react";
import type { PublishProblem } from "@/app/[locale]/(creator)/publish/actions";
import type { CheckLabels } from "@/components/validate/check-labels";
import { CheckedSource } from "@/components/validate/checked-source";

export type PublishLabels = Record<
  "price" | "priceNote" | "priceHint" | "submit" | "busy" | "nothingStored",
  string
>;

interface PublishFormProps {
  action: (previous: PublishProblem | null, form: FormData) => Promise<PublishProblem | null>;
  labels: PublishLabels;
  checks: CheckLabels;
}

/** One form for an archive, a folder or a pasted SKILL.md. It works before scripts; with them each dialect is asked first. */
export function PublishForm({ action, labels, checks }: PublishFormProps) {
  const [problem, submit, busy] = useActionState(action, null);
  return (
    <form action={submit} className="grid gap-5 pt-5">
      {problem && (
        <div className="note note-bad" role="alert">
          <span />
          <div>
            <b className="font-mono">{problem.code}</b>
            <p>
              {problem.message} {labels.nothingStored}
            </p>
            {problem.findings.length > 0 && (
              <ul className="mt-2 list-disc ps-5 text-13">
                {problem.findings.map(({ path, message }) => (
                  <li key={`${path} ${message}`}>
                    <span className="font-mono">{path}</span> {message}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
      <CheckedSource labels={checks} />
      <div className="field">
        <label className="field-label" htmlFor="price">
          {labels.price} <span>{labels.priceNote}</span>
        </label>
        <input
          id="price"
          name="price_lamports"
          inputMode="numeric"
          pattern="[0-9 ,_]*"
          maxLength={27}
          className="input max-w-60 font-mono"
          aria-describedby="price-hint"
        />
        <p id="price-hint" className="hint">
          {labels.priceHint}
        </p>
      </div>
      <div>
        <button type="submit" className="btn btn-primary btn-lg" aria-busy={busy} disabled={busy}>
          {busy ? labels.busy : labels.submit}
        </button>
      </div>
    </form>
  );
}
