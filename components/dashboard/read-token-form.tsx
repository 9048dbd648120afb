"use client";

import { useActionState } from "react";
import { InputField, SelectField } from "@/components/forms/field";
import { BusyButton } from "@/components/ui/busy-button";
import { Note } from "@/components/ui/note";
import type { Labels } from "@/lib/platform/i18n/labels";

interface ReadTokenFormProps {
  /** Name of the skill that it reads. */
  skill: string;
  /** Gives the text of the token. */
  action: (previous: string | null, form: FormData) => Promise<string>;
  labels: Labels<"dashboard.read-token"> & { days: string; copy: string; copied: string };
  days: readonly { value: string; text: string }[];
  /** Characters of a name. */
  most: number;
  /** The name that was written before something else was asked. */
  written: string | undefined;
}

/** Names and makes a token that reads one skill; its text is shown once, here. */
export function ReadTokenForm({ skill, action, labels, days, most, written }: ReadTokenFormProps) {
  const [token, submit, busy] = useActionState(action, null);
  return (
    <form action={submit} className="grid gap-4">
      <input type="hidden" name="skill" value={skill} />
      {token === null ? null : (
        <div role="status">
          <Note tone="ok" title={labels.once}>
            {labels["once-detail"]}
            <span className="mt-1 block font-mono text-14 wrap-anywhere text-ink" data-testid="new-token">
              {token}
            </span>
            <button type="button" className="link needs-script" data-copy={token} data-copied={labels.copied}>
              <span>{labels.copy}</span>
            </button>
          </Note>
        </div>
      )}
      <InputField
        id="token-name"
        name="name"
        label={labels.name}
        hint={labels["name-hint"]}
        required
        maxLength={most}
        defaultValue={written}
        autoComplete="off"
      />
      <SelectField
        id="token-days"
        name="days"
        label={labels.days}
        options={days}
        defaultValue={days[0]?.value ?? ""}
      />
      <div>
        <BusyButton type="submit" className="btn btn-primary" busy={busy}>
          {labels.make}
        </BusyButton>
      </div>
    </form>
  );
}
