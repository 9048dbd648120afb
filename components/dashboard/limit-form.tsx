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
  /** Where somebody whose session has ended signs in, and comes back from. */
  signInHref: string;
  /** Where the limit is shown once it is taken; what was done is added to it. */
  doneHref: string;
  /** All of them bound to the wallet. */
  prepare: (
    previous: PreparedAnswer<WrittenLimit | null> | null,
    form: FormData,
  ) => Promise<PreparedAnswer<WrittenLimit | null>>;
  submit: (statement: { payload: string; ticket: string }, signature: string) => Promise<Answer<string>>;
  paste: (form: FormData) => Promise<void>;
}

type FieldName = keyof WrittenLimit;

/** The field that a refusal is about; undefined where it is about none. */
const fieldOfCode = (code: string, written: WrittenLimit): FieldName | undefined =>
  code === "unknownScope" ? "scopes" : (Object.keys(written) as FieldName[]).find((name) => name === code);

const MAX_AMOUNT_CHARACTERS = 30;
const MAX_SCOPES_CHARACTERS = 8_000;

/** The fields of a limit, what they say as a statement, and the wallet, or its signature as a text. */
export function LimitForm({
  id,
  written,
  auditStates,
  signInHref,
  doneHref,
  submit,
  paste,
  ...signing
}: LimitFormProps) {
  const { labels, problems } = signing;
  const wrongField = (code: string) => (written === null ? undefined : fieldOfCode(code, written));
  const field = (name: FieldName, refused: string | undefined) => ({
    id: `${id}-${name}`,
    name,
    label: labels[name],
    problem: refused !== undefined && wrongField(refused) === name ? problems[refused] : undefined,
  });
  const amount = (
    name: "perCall" | "perDay" | "askAbove",
    entered: WrittenLimit,
    refused: string | undefined,
    hint: string,
  ) => (
    <InputField
      {...field(name, refused)}
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
      done={(done) => window.location.assign(`${doneHref}?done=${done}#limits`)}
      paste={{ id: `${id}-signature`, action: paste, labels }}
      hrefOf={(code) => {
        const name = wrongField(code);
        return code === "AUTH_REQUIRED" ? signInHref : name && `#${id}-${name}`;
      }}
    >
      {(before, refused) => {
        const entered = before ?? written;
        return entered === null ? null : (
          <>
            {amount("perCall", entered, refused, labels.amountHint)}
            {amount("perDay", entered, refused, labels.perDayHint)}
            <InputField
              {...field("lastDay", refused)}
              type="date"
              hint={labels.lastDayHint}
              maxLength={10}
              defaultValue={entered.lastDay}
            />
            <SelectField
              {...field("leastAuditState", refused)}
              options={auditStates}
              defaultValue={entered.leastAuditState}
            />
            {amount("askAbove", entered, refused, labels.askAboveHint)}
            <TextField
              {...field("scopes", refused)}
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
