"use client";

import { useActionState, useEffect, useRef, useState, type ReactNode } from "react";
import { InputField } from "@/components/forms/field";
import { ExactText } from "@/components/review/exact-text";
import type { StatementRow } from "@/components/review/describe-statement";
import { useSigning, useStatementAge, type Answer } from "@/components/review/use-signing";
import { BusyButton } from "@/components/ui/busy-button";
import { Fact } from "@/components/ui/fact";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useWallets } from "@/components/wallet/use-wallets";
import type { Labels } from "@/lib/platform/i18n/labels";

/** A statement before its signature: its text, what the market knows it by, and the bytes to sign (base64). */
interface Prepared {
  payload: string;
  ticket: string;
  message: string;
}

/** What preparing answers: the statement with its fields in words, and what the form said, so that it still says it. */
export type PreparedAnswer<Entered> = Answer<Prepared> & { rows: readonly StatementRow[]; entered: Entered };

/** What every form that ends in a wallet's signature is given by its page. */
export interface SigningProps {
  verifierAddress: string;
  localLedger: boolean;
  labels: Labels<"review.signing"> & Labels<"review.wallet"> & { sign: string };
  /** What each failure means, by its code, in the reader's language. */
  problems: Readonly<Record<string, string>>;
}

interface SignedFormProps<Entered, Recorded> extends SigningProps {
  /** A form may call it before scripts have arrived. */
  prepare: (previous: PreparedAnswer<Entered> | null, form: FormData) => Promise<PreparedAnswer<Entered>>;
  submit: (statement: Pick<Prepared, "payload" | "ticket">, signature: string) => Promise<Answer<Recorded>>;
  /** Called with what was recorded. */
  done: (recorded: Recorded) => void;
  /** For whoever signs elsewhere, and without scripts; left out where a wallet in this browser must sign. */
  paste?: PasteProps;
  /** The fields, by what was entered before, and the code of what was refused about it. */
  children: (entered: Entered | undefined, refused: string | undefined) => ReactNode;
  /** Where a refusal leads: to the field it is about, which says why itself, or to where its person signs in. */
  hrefOf?: (code: string) => string | undefined;
}

/** Fields, then every field of what will be signed in words with its exact text behind, and only then the wallet. */
export function SignedForm<Entered, Recorded>({
  verifierAddress: address,
  localLedger,
  labels,
  problems,
  prepare,
  submit,
  done,
  paste,
  children,
  hrefOf,
}: SignedFormProps<Entered, Recorded>) {
  useWallets(localLedger);
  const [answer, showStatement, preparing] = useActionState(prepare, null);
  const [outdated, setOutdated] = useState<PreparedAnswer<Entered> | null>(null); // what was entered has changed since
  const current = answer === outdated ? null : answer;
  const age = useStatementAge(current?.ok ? current.value.payload : null);
  const { problem, busy, sign, sayOf } = useSigning({ address, labels, problems });
  const hydrated = useHydrated();
  const refused = current && !current.ok ? current : null;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refused !== null) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [refused]);

  return (
    <form ref={form} className="grid gap-3" action={showStatement} onChange={() => setOutdated(answer)}>
      {children(answer?.entered, refused?.code)}
      <BusyButton type="submit" className="btn" busy={preparing} disabled={busy}>
        {labels.prepare}
      </BusyButton>
      {current?.ok && (
        <>
          <h3 className="text-14 font-medium">{labels.fields}</h3>
          <StatementFacts rows={current.rows} none={labels.none} />
          <details>
            <summary className="link w-fit text-13">{labels.exact}</summary>
            <ExactText>{current.value.payload}</ExactText>
          </details>
          <p role="status" className={age === "fresh" ? "hint" : "hint hint-warn"}>
            {age === "fresh" ? labels.old : labels.ends}
          </p>
          <BusyButton
            type="button"
            className="btn btn-primary btn-lg"
            busy={busy}
            disabled={!hydrated}
            onClick={() =>
              void sign(current.value.message, (signature) => submit(current.value, signature), done)
            }
          >
            {busy ? labels.signing : labels.sign}
          </BusyButton>
          {paste ? <PastedSignature {...paste} {...current.value} /> : null}
        </>
      )}
      <p role="alert" className="hint hint-bad">
        {problem ?? (refused ? linked(sayOf(refused), hrefOf?.(refused.code)) : null)}
      </p>
    </form>
  );
}

const linked = (words: string, href: string | undefined) =>
  href === undefined ? (
    words
  ) : (
    <a className="link" href={href}>
      {words}
    </a>
  );

interface PasteProps {
  /** Of the field. */
  id: string;
  labels: {
    signature: string;
    signatureLabel: string;
    signatureHint: string;
    message: string;
    paste: string;
  };
  /** Is sent the text (`payload`) and what was pasted (`signature`). */
  action: (form: FormData) => Promise<void>;
}

/** The bytes to be signed, and a field for their signature. */
function PastedSignature({ id, labels, action, payload, message }: PasteProps & Prepared) {
  // The signature is not part of what is signed: writing it leaves the text as it is.
  return (
    <details onChange={(event) => event.stopPropagation()}>
      <summary className="link w-fit text-13">{labels.signature}</summary>
      <div className="mt-2 grid gap-3">
        <p className="hint">{labels.message}</p>
        <div data-testid="bytes-to-sign">
          <ExactText>{message}</ExactText>
        </div>
        <input type="hidden" name="payload" value={payload} />
        <InputField
          id={id}
          name="signature"
          label={labels.signatureLabel}
          hint={labels.signatureHint}
          mono
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
        <p>
          <button type="submit" className="btn btn-sm" formAction={action}>
            {labels.paste}
          </button>
        </p>
      </div>
    </details>
  );
}

/** The fields of a statement in words. */
export function StatementFacts({ rows, none }: { rows: readonly StatementRow[]; none: string }) {
  return (
    <dl className="facts facts-start text-13">
      {rows.map(({ name, values, mono }) => (
        <Fact key={name} name={name} mono={mono} className="whitespace-pre-line wrap-anywhere">
          {values.length === 0 ? none : values.join("\n")}
        </Fact>
      ))}
    </dl>
  );
}
