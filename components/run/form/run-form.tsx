"use client";

import { useActionState, useState } from "react";
import { RunButtons } from "@/components/run/run-buttons";
import { RunFields } from "@/components/run/form/run-fields";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import { RunFormTitle } from "@/components/run/form/run-form-title";
import { RunOutcome } from "@/components/run/result/run-outcome";
import { useDraft } from "@/components/run/form/use-draft";
import { useRun } from "@/components/run/use-run";
import { WhatIsBought } from "@/components/run/payment/what-is-bought";
import type { WalletConnection } from "@/components/wallet/solana-wallets";
import type { KnownBalance } from "@/components/wallet/wallet-balance";

/** Fills the input, buys the call if it has a price, runs it and shows what came out. */
export function RunForm(props: RunFormProps) {
  // A form that was sent before the scripts came is answered with the page, which opens at this box: on a phone it is
  // far down.
  const [sent, runPlainly] = useActionState(props.runPlainly, null, "#run");
  const { attempt, input, purchase, press, cancel, show } = useRun(props, sent);
  const draft = useDraft(props, sent, (problem) => show({ problem }));
  const [calls, onCalls] = useState(1);
  const [connection, onConnect] = useState<WalletConnection | null>(null);
  const [balance, onBalance] = useState<KnownBalance | null>(null);
  const [money, setMoney] = useState(0);
  const order = { calls, connection, purchase, asJson: draft.asJson };
  const plain = props.priceLamports === "0";
  const reload = (form: HTMLFormElement | null) =>
    void draft.keep(form).finally(() => window.location.reload());

  return (
    <form
      noValidate
      {...(plain ? { action: runPlainly } : {})}
      onSubmit={(event) => {
        const form = event.currentTarget;
        event.preventDefault();
        void press(() => draft.readForm(form), order);
      }}
    >
      {/* What Enter in a field presses: a form's first button that sends it, and the next ones change the form only. */}
      {plain && <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" />}
      <RunFormTitle {...props} draft={draft} plain={plain} />
      <input type="hidden" name="skill" value={props.slug} />
      <input type="hidden" name="version" value={props.version} />
      <RunFields
        key={draft.revision}
        fields={props.fields}
        asJson={draft.asJson}
        labels={props.labels}
        initial={draft.initial}
        json={draft.json}
        problem={attempt.problem}
        plain={plain}
      />
      <WhatIsBought
        {...props}
        {...order}
        busy={attempt.busy}
        money={money}
        onLeave={draft.keep}
        onCalls={onCalls}
        onConnect={onConnect}
        onBalance={onBalance}
      />
      <RunButtons
        {...props}
        {...order}
        balance={balance}
        busy={attempt.busy}
        onCancel={cancel}
        onMoney={() => setMoney((count) => count + 1)}
      />
      <RunOutcome {...props} {...attempt} input={input} purchase={purchase} reload={reload} />
    </form>
  );
}
