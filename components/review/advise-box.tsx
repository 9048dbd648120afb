"use client";

import { InputField, SelectField, TextField } from "@/components/forms/field";
import { SignedForm, type PreparedAnswer, type SigningProps } from "@/components/review/signed-form";
import type { Answer } from "@/components/review/use-signing";
import type { AdvisorySeverity } from "@/lib/advisories/kinds";
import type { PreparedAdvisory } from "@/lib/audits/advisories/write-own-advisory";
import type { Labels } from "@/lib/platform/i18n/labels";

/** What the form said, so that it still says it when the answer is shown. */
export interface EnteredAdvisory {
  skill: string;
  /** Numbers, with spaces or commas between them. */
  versions: string;
  severity: AdvisorySeverity;
  summary: string;
  details: string;
  whatToDo: string;
}

interface AdviseBoxProps extends SigningProps {
  labels: SigningProps["labels"] & Labels<"review.advise">;
  /** What the address of the page names. */
  given: Pick<EnteredAdvisory, "skill" | "versions">;
  /** In the order of the choice, each with its word. */
  severities: readonly { value: AdvisorySeverity; text: string }[];
  limits: Readonly<Record<"summary" | "details" | "whatToDo", number>>;
  /** Where a published advisory is shown, before its id. */
  shownAt: string;
  prepare: (
    previous: PreparedAnswer<EnteredAdvisory> | null,
    form: FormData,
  ) => Promise<PreparedAnswer<EnteredAdvisory>>;
  submit: (
    prepared: Pick<PreparedAdvisory, "payload" | "ticket">,
    signature: string,
  ) => Promise<Answer<{ id: string }>>;
}

/** What was found and what to do, what it says as a statement, and the wallet. */
export function AdviseBox({ given, severities, limits, shownAt, ...signing }: AdviseBoxProps) {
  const { labels } = signing;
  return (
    <SignedForm {...signing} done={({ id }) => window.location.assign(`${shownAt}${id}`)}>
      {(entered) => (
        <>
          <InputField
            id="advise-skill"
            name="skill"
            label={labels.skill}
            required
            maxLength={100}
            defaultValue={entered?.skill ?? given.skill}
          />
          <InputField
            id="advise-versions"
            name="versions"
            label={labels.versions}
            note={labels.versionsNote}
            required
            maxLength={1_000}
            defaultValue={entered?.versions ?? given.versions}
          />
          <SelectField
            id="advise-severity"
            name="severity"
            label={labels.severity}
            options={severities}
            defaultValue={entered?.severity ?? "medium"}
          />
          <InputField
            id="advise-summary"
            name="summary"
            label={labels.summary}
            required
            maxLength={limits.summary}
            defaultValue={entered?.summary}
          />
          <TextField
            id="advise-details"
            name="details"
            label={labels.details}
            note={labels.detailsNote}
            required
            maxLength={limits.details}
            defaultValue={entered?.details}
          />
          <TextField
            id="advise-do"
            name="what_to_do"
            label={labels.do}
            rows={2}
            required
            maxLength={limits.whatToDo}
            defaultValue={entered?.whatToDo}
          />
        </>
      )}
    </SignedForm>
  );
}
