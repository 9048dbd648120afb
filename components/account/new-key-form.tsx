"use client";

import type { Labels } from "@/lib/platform/i18n/labels";
import { useActionState } from "react";
import { InputField, ToField } from "@/components/forms/field";
import { BusyButton } from "@/components/ui/busy-button";
import { Note } from "@/components/ui/note";

interface NewKeyFormProps {
  /** Gives the text of the key. */
  action: (previous: string | null, form: FormData) => Promise<string>;
  labels: Labels<"keys.form"> & { copy: string; copied: string };
  /** Why no key was made the last time, and whether that is about the name. */
  refused: { message: string; ofName: boolean } | null;
  /** The name that was written then, or before something else was asked. */
  written: string | undefined;
}

/** Names and makes a key; its text is shown once, here. */
export function NewKeyForm({ action, labels, refused, written }: NewKeyFormProps) {
  const [key, submit, busy] = useActionState(action, null);
  return (
    <form action={submit} className="grid gap-4">
      {key === null ? null : (
        <div role="status">
          <Note tone="ok" title={labels.once}>
            {labels.onceDetail}
            <span className="mt-1 block font-mono text-14 wrap-anywhere text-ink" data-testid="new-key">
              {key}
            </span>
            <button type="button" className="link needs-script" data-copy={key} data-copied={labels.copied}>
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
        defaultValue={written}
        autoComplete="off"
      />
      <label className="flex items-baseline gap-2 text-14">
        <input type="checkbox" name="stage" value="on" />
        <span>
          {labels.stage} <span className="text-ink-2">{labels.stageNote}</span>
        </span>
      </label>
      <div>
        <BusyButton type="submit" className="btn btn-primary" busy={busy}>
          {labels.create}
        </BusyButton>
      </div>
    </form>
  );
}
