"use client";

import { useActionState } from "react";
import { Note } from "@/components/ui/note";
import type { NewKey } from "@/app/[locale]/(account)/keys/actions";

interface NewKeyFormProps {
  action: (previous: NewKey | null, form: FormData) => Promise<NewKey>;
  labels: Record<"name" | "nameNote" | "create" | "once" | "onceDetail", string>;
  /** A name that was written before something else was asked. */
  written: string | undefined;
}

/** Names and makes a key; its text is shown once, here. */
export function NewKeyForm({ action, labels, written }: NewKeyFormProps) {
  const [result, submit, busy] = useActionState(action, null);
  return (
    <form action={submit} className="grid gap-4">
      {result?.ok && (
        <div role="status">
          <Note tone="ok" title={labels.once}>
            {labels.onceDetail}
            <span className="mt-1 block font-mono text-14 wrap-anywhere text-ink" data-testid="new-key">
              {result.key}
            </span>
          </Note>
        </div>
      )}
      {result?.ok === false && (
        <p className="hint hint-bad" role="alert" id="key-name-problem">
          {result.message}
        </p>
      )}
      <div className="field">
        <label className="field-label" htmlFor="key-name">
          {labels.name} <span>{labels.nameNote}</span>
        </label>
        <input
          id="key-name"
          name="name"
          className="input"
          required
          maxLength={60}
          defaultValue={result?.ok === false ? result.name : written}
          autoComplete="off"
          aria-describedby={result?.ok === false ? "key-name-problem" : undefined}
          aria-invalid={result?.ok === false ? true : undefined}
        />
      </div>
      <div>
        <button type="submit" className="btn btn-primary" aria-busy={busy} disabled={busy}>
          {labels.create}
        </button>
      </div>
    </form>
  );
}
