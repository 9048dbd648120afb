"use client";

import { useActionState } from "react";
import { InputField } from "@/components/forms/field";
import { BusyButton } from "@/components/ui/busy-button";
import { Note } from "@/components/ui/note";

interface WebhookFormProps {
  /** Gives the secret where it is new, else "". */
  action: (previous: string | null, form: FormData) => Promise<string>;
  labels: Record<"once" | "saved" | "url" | "urlNote" | "types" | "newSecret" | "save", string>;
  types: readonly { type: string; chosen: boolean }[];
  url: string | undefined;
  /** There is one already: its secret can be replaced. */
  isSet: boolean;
  problem: string | undefined;
  /** User name of the organisation that it is of; undefined for the reader's own. */
  organisation: string | undefined;
}

/** Address and types of a webhook; a new secret is shown once, here. */
export function WebhookForm({ action, labels, types, url, isSet, problem, organisation }: WebhookFormProps) {
  const [secret, submit, busy] = useActionState(action, null);
  return (
    <form action={submit} className="grid max-w-[560px] gap-4 pt-4">
      {organisation === undefined ? null : <input type="hidden" name="organisation" value={organisation} />}
      <div role="status">
        {secret === null ? null : (
          <Note tone="ok" title={secret === "" ? labels.saved : labels.once}>
            {secret === "" ? null : (
              <span className="mt-1 block font-mono text-14 wrap-anywhere text-ink" data-testid="new-secret">
                {secret}
              </span>
            )}
          </Note>
        )}
      </div>
      <InputField
        id="url"
        name="url"
        label={labels.url}
        note={labels.urlNote}
        required
        maxLength={500}
        defaultValue={url}
        problem={problem}
        autoComplete="off"
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-14 font-medium">{labels.types}</legend>
        {types.map(({ type, chosen }) => (
          <label key={type} className="check font-mono text-13">
            <input type="checkbox" name={type} defaultChecked={chosen} />
            {type}
          </label>
        ))}
      </fieldset>
      {isSet ? (
        <label className="check">
          <input type="checkbox" name="new-secret" />
          {labels.newSecret}
        </label>
      ) : null}
      <div>
        <BusyButton type="submit" className="btn btn-primary" busy={busy}>
          {labels.save}
        </BusyButton>
      </div>
    </form>
  );
}
