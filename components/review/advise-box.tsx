"use client";

import { useActionState, useState } from "react";
import { InputField, SelectField, TextField } from "@/components/forms/field";
import { ExactText } from "@/components/review/exact-text";
import { useSigning, useStatementAge, type Answer } from "@/components/review/use-signing";
import { BusyButton } from "@/components/ui/busy-button";
import { useWallets } from "@/components/wallet/use-wallets";
import type { PreparedAdvisory } from "@/lib/audits/advisories/write-own-advisory";
import type { AdvisorySeverity } from "@/lib/advisories/kinds";
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

type PreparedAnswer = Answer<PreparedAdvisory> & { entered: EnteredAdvisory };

interface AdviseBoxProps {
  verifierAddress: string;
  localLedger: boolean;
  labels: Labels<"review.advise"> & Labels<"review.wallet">;
  /** What each failure means, by its code, in the reader's language. */
  problems: Readonly<Record<string, string>>;
  /** What the address of the page names. */
  given: Pick<EnteredAdvisory, "skill" | "versions">;
  /** In the order of the choice, each with its word. */
  severities: readonly { value: AdvisorySeverity; text: string }[];
  limits: Readonly<Record<"summary" | "details" | "whatToDo", number>>;
  /** Where a published advisory is shown, before its id. */
  shownAt: string;
  prepare: (previous: PreparedAnswer | null, form: FormData) => Promise<PreparedAnswer>;
  submit: (
    prepared: Pick<PreparedAdvisory, "payload" | "ticket">,
    signature: string,
  ) => Promise<Answer<{ id: string }>>;
}

/** What was found and what to do, the exact text, and only then the wallet. */
export function AdviseBox(props: AdviseBoxProps) {
  const { verifierAddress, localLedger, labels, problems, given, limits, prepare, submit } = props;
  useWallets(localLedger);
  const [answer, showStatement, preparing] = useActionState(prepare, null);
  const [outdated, setOutdated] = useState<PreparedAnswer | null>(null); // what was entered has changed since
  const current = answer === outdated ? null : answer;
  const age = useStatementAge(current?.ok ? current.value.payload : null);
  const { problem, busy, sign, sayOf } = useSigning({ address: verifierAddress, labels, problems });
  const entered = answer?.entered;

  const signStatement = (statement: PreparedAdvisory) =>
    sign(
      statement.message,
      (signature) => submit(statement, signature),
      ({ id }) => window.location.assign(`${props.shownAt}${id}`),
    );

  return (
    <form className="grid gap-3" action={showStatement} onChange={() => setOutdated(answer)}>
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
        options={props.severities}
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
      <BusyButton type="submit" className="btn" busy={preparing} disabled={busy}>
        {labels.prepare}
      </BusyButton>
      {current?.ok && (
        <>
          <p className="text-13 text-ink-2">{labels.exact}</p>
          <ExactText>{current.value.payload}</ExactText>
          <p role="status" className={age === "fresh" ? "hint" : "hint hint-warn"}>
            {age === "fresh" ? labels.old : labels.ends}
          </p>
          <BusyButton
            type="button"
            className="btn btn-primary btn-lg"
            busy={busy}
            onClick={() => void signStatement(current.value)}
          >
            {busy ? labels.signing : labels.sign}
          </BusyButton>
        </>
      )}
      <p role="alert" className="hint hint-bad">
        {problem ?? (current && !current.ok ? sayOf(current) : null)}
      </p>
    </form>
  );
}
