"use client";

import { TextField } from "@/components/forms/field";
import { SignedForm, type PreparedAnswer, type SigningProps } from "@/components/review/signed-form";
import type { Answer } from "@/components/review/use-signing";
import { Icon } from "@/components/ui/icon";
import type { Verdict } from "@/lib/audits/audit-statement";
import type { PreparedAudit } from "@/lib/audits/sign-audit";
import type { Labels } from "@/lib/platform/i18n/labels";

/** What the form said, so that it still says it when the answer is shown. */
export interface EnteredAudit {
  verdict: Verdict;
  note: string;
}

interface SignBoxProps extends SigningProps {
  versionId: string;
  labels: SigningProps["labels"] & Labels<"review.statement">;
  /** Where the signed verdict is shown. */
  recordedHref: string;
  /** Bound to the version. */
  prepare: (
    previous: PreparedAnswer<EnteredAudit> | null,
    form: FormData,
  ) => Promise<PreparedAnswer<EnteredAudit>>;
  submit: (
    versionId: string,
    prepared: Pick<PreparedAudit, "payload" | "ticket">,
    signature: string,
  ) => Promise<Answer<{ auditId: string }>>;
}

/** Verdict and note, what they say as a statement, and the wallet. */
export function SignBox({ versionId, recordedHref, submit, ...signing }: SignBoxProps) {
  const { labels } = signing;
  return (
    <SignedForm
      {...signing}
      submit={(statement, signature) => submit(versionId, statement, signature)}
      done={() => window.location.assign(recordedHref)}
    >
      {(entered) => (
        <>
          <VerdictField labels={labels} chosen={entered?.verdict ?? "seal"} />
          <TextField
            id="audit-note"
            name="note"
            label={labels.note}
            note={labels.noteNote}
            rows={3}
            maxLength={2000}
            defaultValue={entered?.note}
          />
        </>
      )}
    </SignedForm>
  );
}

const ICONS = { seal: "good", changes_requested: "message", challenge: "flag" } as const;
const VERDICTS = ["seal", "changes_requested", "challenge"] as const satisfies readonly Verdict[];

interface VerdictFieldProps {
  /** What each is called, and what will happen because of it. */
  labels: Readonly<Record<"verdict" | Verdict | `${Verdict}-effect`, string>>;
  chosen: Verdict;
}

/** The three verdicts as one row of radio buttons, and below it what the chosen one will do. */
function VerdictField({ labels, chosen }: VerdictFieldProps) {
  return (
    <fieldset>
      <legend className="vh">{labels.verdict}</legend>
      <div className="verdicts">
        {VERDICTS.map((verdict) => (
          <label key={verdict}>
            <input
              type="radio"
              name="verdict"
              value={verdict}
              defaultChecked={verdict === chosen}
              aria-describedby={`${verdict}-effect`}
            />
            <Icon name={ICONS[verdict]} size={18} />
            {labels[verdict]}
          </label>
        ))}
      </div>
      {VERDICTS.map((verdict) => (
        <p key={verdict} id={`${verdict}-effect`} className="verdict-effect" data-of={verdict}>
          {labels[`${verdict}-effect`]}
        </p>
      ))}
    </fieldset>
  );
}
