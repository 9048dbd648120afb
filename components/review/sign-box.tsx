"use client";

import { useActionState, useEffect, useState } from "react";
import { TextField } from "@/components/forms/field";
import { ExactText } from "@/components/review/exact-text";
import { BusyButton } from "@/components/ui/busy-button";
import { Icon } from "@/components/ui/icon";
import { toBase64 } from "@/components/wallet/base64";
import { findConnection } from "@/components/wallet/find-connection";
import { isRefusal } from "@/components/wallet/is-refusal";
import { signMessage } from "@/components/wallet/sign-with-wallet";
import { useWallets } from "@/components/wallet/use-wallets";
import type { Labels } from "@/lib/platform/i18n/labels";
import type { Verdict } from "@/lib/audits/audit-statement";
import type { PreparedAudit } from "@/lib/audits/sign-audit";

/** What an action answers: its value, or why there is none. */
export type Answer<T> = { ok: true; value: T } | { ok: false; code: string; message: string };

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
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const current = answer === outdated ? null : answer;
  const age = useStatementAge(current?.ok ? current.value.payload : null);
  const sayOf = (failure: { code: string; message: string }) => problems[failure.code] ?? failure.message;

  async function guarded(work: () => Promise<string | null>) {
    setBusy(true);
    setProblem(null);
    try {
      setProblem(await work());
    } catch (error) {
      setProblem(isRefusal(error) ? labels.refused : labels.failed);
    } finally {
      setBusy(false);
    }
  }

  const signStatement = (statement: PreparedAudit) =>
    guarded(async () => {
      const connection = await findConnection(verifierAddress);
      if (!connection) return labels.noWallet;
      if (connection.account.address !== verifierAddress) return labels.wrongWallet;
      const { signature } = await signMessage(connection, fromBase64(statement.message));
      const recorded = await submit(versionId, statement, toBase64(signature));
      if (!recorded.ok) return sayOf(recorded);
      window.location.assign(props.recordedHref);
      return null;
    });

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

const fromBase64 = (value: string) => Uint8Array.from(atob(value), (character) => character.charCodeAt(0));

/** A prepared statement can be signed for 15 minutes; the reader is told when three are left. */
const WARN_AFTER_MS = 12 * 60_000;

/** `ends` once the statement will soon be too old to be signed; it begins anew with each statement. */
function useStatementAge(statement: string | null): "fresh" | "ends" {
  const [old, setOld] = useState<string | null>(null);
  useEffect(() => {
    if (statement === null) return;
    const timer = setTimeout(() => setOld(statement), WARN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [statement]);
  return statement !== null && old === statement ? "ends" : "fresh";
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
