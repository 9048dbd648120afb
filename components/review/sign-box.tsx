"use client";

import { useActionState, useState } from "react";
import { TextField } from "@/components/forms/field";
import { ExactText } from "@/components/review/exact-text";
import { useSigning, useStatementAge, type Answer } from "@/components/review/use-signing";
import { BusyButton } from "@/components/ui/busy-button";
import { Icon } from "@/components/ui/icon";
import { useWallets } from "@/components/wallet/use-wallets";
import type { Labels } from "@/lib/platform/i18n/labels";
import type { Verdict } from "@/lib/audits/audit-statement";
import type { PreparedAudit } from "@/lib/audits/sign-audit";

/** What the form said, so that it still says it when the answer is shown. */
export interface EnteredAudit {
  verdict: Verdict;
  note: string;
}

type PreparedAnswer = Answer<PreparedAudit> & { entered: EnteredAudit };

interface SignBoxProps {
  versionId: string;
  verifierAddress: string;
  localLedger: boolean;
  labels: Labels<"review.statement"> & Labels<"review.wallet">;
  /** What a seal would cover, in words. */
  covers: string;
  /** What the verifier says and what the market found, as the page's checklist has them. */
  said: { title: string; items: readonly string[] }[];
  /** What each failure means, by its code, in the reader's language. */
  problems: Readonly<Record<string, string>>;
  /** Where the signed verdict is shown. */
  recordedHref: string;
  /** Bound to the version; a form may call it before scripts have arrived. */
  prepare: (previous: PreparedAnswer | null, form: FormData) => Promise<PreparedAnswer>;
  submit: (
    versionId: string,
    prepared: Pick<PreparedAudit, "payload" | "ticket">,
    signature: string,
  ) => Promise<Answer<{ auditId: string }>>;
}

/** Verdict, note, the exact text, and only then the wallet. */
export function SignBox(props: SignBoxProps) {
  const { versionId, verifierAddress, localLedger, labels, problems, prepare, submit } = props;
  useWallets(localLedger);
  const [answer, showStatement, preparing] = useActionState(prepare, null);
  const [outdated, setOutdated] = useState<PreparedAnswer | null>(null); // what was entered has changed since
  const current = answer === outdated ? null : answer;
  const age = useStatementAge(current?.ok ? current.value.payload : null);
  const { problem, busy, sign, sayOf } = useSigning({ address: verifierAddress, labels, problems });

  const signStatement = (statement: PreparedAudit) =>
    sign(
      statement.message,
      (signature) => submit(versionId, statement, signature),
      () => window.location.assign(props.recordedHref),
    );

  return (
    <form className="grid gap-3" action={showStatement} onChange={() => setOutdated(answer)}>
      <VerdictField labels={labels} chosen={answer?.entered.verdict ?? "seal"} />
      <TextField
        id="audit-note"
        name="note"
        label={labels.note}
        note={labels.noteNote}
        rows={3}
        maxLength={2000}
        defaultValue={answer?.entered.note}
      />
      <BusyButton type="submit" className="btn" busy={preparing} disabled={busy}>
        {labels.prepare}
      </BusyButton>
      {current?.ok && (
        <>
          {answer?.entered.verdict === "seal" ? <SealWords covers={props.covers} said={props.said} /> : null}
          <p className="text-13 text-ink-2">{labels.exact}</p>
          <ExactText>{current.value.payload}</ExactText>
          <p role="status" className={age === "fresh" ? "hint" : "hint hint-warn"}>
            {age === "fresh" ? labels.statementOld : labels.statementEnds}
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

/** What the statement of a seal says, for people: how much was read, and who found what. */
function SealWords({ covers, said }: Pick<SignBoxProps, "covers" | "said">) {
  return (
    <div className="text-14">
      <p className="font-medium">{covers}</p>
      {said.map(({ title, items }) =>
        items.length === 0 ? null : (
          <div key={title} className="mt-1.5">
            <p className="text-13 text-ink-2">{title}</p>
            <ul className="list-disc ps-5">
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        ),
      )}
    </div>
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
