"use client";

import { useActionState } from "react";
import { InputField } from "@/components/forms/input-field";
import { ToField } from "@/components/forms/to-field";
import { BusyButton } from "@/components/ui/busy-button";
import { Note } from "@/components/ui/note";

/** What came of the wish for a key. */
export type NewKey =
  | { ok: true; key: string }
  | {
      ok: false;
      message: string;
      /** Whether it is about the name. */ ofName: boolean;
      /** What was typed. */ name: string;
    };

interface NewKeyFormProps {
  action: (previous: NewKey | null, form: FormData) => Promise<NewKey>;
  labels: Record<"name" | "nameNote" | "create" | "once" | "onceDetail" | "copy" | "copied", string>;
  /** A name that was written before something else was asked. */
  written: string | undefined;
}

/** Names and makes a key; its text is shown once, here. */
export function NewKeyForm({ action, labels, written }: NewKeyFormProps) {
  const [result, submit, busy] = useActionState(action, null);
  const refused = result?.ok === false ? result : null;
  return (
    <form action={submit} className="grid gap-4">
      {result?.ok && (
        <div role="status">
          <Note tone="ok" title={labels.once}>
            {labels.onceDetail}
            <span className="mt-1 block font-mono text-14 wrap-anywhere text-ink" data-testid="new-key">
              {result.key}
            </span>
            <button
              type="button"
              className="link needs-script"
              data-copy={result.key}
              data-copied={labels.copied}
            >
              <span>{labels.copy}</span>
            </button>
          </Note>
        </div>
      )}
      {refused === null ? null : (
        <div role="alert">
          <Note
            tone="bad"
            title={refused.ofName ? <ToField id="key-name">{refused.message}</ToField> : refused.message}
          />
        </div>
      )}
      <InputField
        id="key-name"
        name="name"
        label={labels.name}
        note={labels.nameNote}
        problem={refused?.ofName ? refused.message : undefined}
        required
        maxLength={60}
        defaultValue={refused?.name ?? written}
        autoComplete="off"
      />
      <div>
        <BusyButton type="submit" className="btn btn-primary" busy={busy}>
          {labels.create}
        </BusyButton>
      </div>
    </form>
  );
}
