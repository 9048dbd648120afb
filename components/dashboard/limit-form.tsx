"use client";

import { InputField, SelectField, TextField } from "@/components/forms/field";
import { SignedForm, type PreparedAnswer, type SigningProps } from "@/components/review/signed-form";
import type { Answer } from "@/components/review/use-signing";
import type { Labels } from "@/lib/platform/i18n/labels";

/** What the form of a limit holds, as it is written there. */
export type WrittenLimit = Record<
  "perCall" | "perDay" | "lastDay" | "leastAuditState" | "askAbove" | "scopes",
  string
>;

interface LimitFormProps extends SigningProps {
  labels: SigningProps["labels"] & Labels<"spending.limitForm">;
  /** Begins the ids of the fields: a page has a form for each wallet. */
  id: string;
  /** The limit in force; null for a removal, which has no fields. */
  written: WrittenLimit | null;
  auditStates: readonly { value: string; text: string }[];
  /** Where the limit is shown once it is taken. */
  doneHref: string;
  /** All of them bound to the wallet. */
  prepare: (
    previous: PreparedAnswer<WrittenLimit | null> | null,
    form: FormData,
  ) => Promise<PreparedAnswer<WrittenLimit | null>>;
  submit: (
    statement: { payload: string; ticket: string },
    signature: string,
  ) => Promise<Answer<{ sequence: number }>>;
  paste: (form: FormData) => Promise<void>;
}

const MAX_AMOUNT_CHARACTERS = 30;
const MAX_SCOPES_CHARACTERS = 8_000;

/** The fields of a limit, what they say as a statement, and the wallet, or its signature as a text. */
export function LimitForm({ id, written, auditStates, doneHref, submit, paste, ...signing }: LimitFormProps) {
  const { labels } = signing;
  const amount = (name: "perCall" | "perDay" | "askAbove", entered: WrittenLimit, hint?: string) => (
    <InputField
      id={`${id}-${name}`}
      name={name}
      label={labels[name]}
      hint={hint}
      mono
      inputMode="numeric"
      maxLength={MAX_AMOUNT_CHARACTERS}
      required={name !== "askAbove"}
      autoComplete="off"
      defaultValue={entered[name]}
    />
  );
  return (
    <SignedForm
      {...signing}
      submit={submit}
      done={() => window.location.assign(doneHref)}
      paste={{ id: `${id}-signature`, action: paste, labels }}
    >
      {(before) => {
        const entered = before ?? written;
        return entered === null ? null : (
          <>
            {amount("perCall", entered, labels.amountHint)}
            {amount("perDay", entered, labels.perDayHint)}
            <InputField
              id={`${id}-lastDay`}
              name="lastDay"
              type="date"
              label={labels.lastDay}
              hint={labels.lastDayHint}
              maxLength={10}
              defaultValue={entered.lastDay}
            />
            <SelectField
              id={`${id}-leastAuditState`}
              name="leastAuditState"
              label={labels.leastAuditState}
              options={auditStates}
              defaultValue={entered.leastAuditState}
            />
            {amount("askAbove", entered, labels.askAboveHint)}
            <TextField
              id={`${id}-scopes`}
              name="scopes"
              label={labels.scopes}
              note={labels.scopesNote}
              rows={4}
              maxLength={MAX_SCOPES_CHARACTERS}
              defaultValue={entered.scopes}
            />
          </>
        );
      }}
    </SignedForm>
  );
}
