"use client";

import { useActionState, useState, useRef, lazy, Suspense, type ComponentType } from "react";
import { RunButtons } from "@/components/run/run-buttons";
import { RunFields } from "@/components/run/form/run-fields";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import { useDraft } from "@/components/run/form/use-draft";
import { WhatIsBought } from "@/components/run/payment/what-is-bought";
import type { WalletConnection } from "@/components/wallet/solana-wallets";
import type { KnownBalance } from "@/components/wallet/wallet-balance";
import type { Attempt } from "@/components/run/payment/attempt";
import type { Order } from "@/components/run/payment/attempt-call";
import { callsOf } from "@/components/run/payment/count-calls";
import { useStoredPurchase } from "@/components/run/payment/stored-purchase";
import { loadPress, problemOf } from "@/components/run/load-press";
import type { PlainRun } from "@/components/run/plain-run";
import type { Purchase } from "@/components/run/payment/signed-purchase";
import type { RunLogProps } from "@/components/run/result/run-log";
import type { RunResultProps } from "@/components/run/result/run-result";
import { stepLabel } from "@/components/run/payment/step-label";
import { storeText, useStoredText } from "@/components/run/form/stored-text";
import type { RunView } from "@/components/run/market-api";
import { ActButton } from "@/components/run/act-button";
import { exampleAct, VIEW_ACT } from "@/components/run/form/form-controls";
import { fill } from "@/components/run/form/fill";
import { formatSol } from "@/lib/platform/i18n/format-amount";
import type { OfferedExample } from "@/components/run/form/offer-examples";

/** Fills the input, buys the call if it has a price, runs it and shows what came out. */
export function RunForm(props: RunFormProps) {
  // A form that was sent before the scripts came is answered with the page, which opens at this box: on a phone it is
  // far down.
  const [sent, runPlainly] = useActionState(props.runPlainly, null, "#run");
  const { attempt, input, purchase, press, cancel, show } = useRun(props, sent);
  // What came out before belongs to another input.
  const draft = useDraft(props, sent, (problem) => show(problem ? { ...NOTHING_YET, problem } : { problem }));
  const [calls, onCalls] = useState(1);
  const [connection, onConnect] = useState<WalletConnection | null>(null);
  const [balance, onBalance] = useState<KnownBalance | null>(null);
  const [money, setMoney] = useState(0);
  const order = { calls, connection, purchase, asJson: draft.asJson };
  const plain = props.priceLamports === "0";
  const reload = (form: HTMLFormElement | null) =>
    void draft.keep(form).finally(() => window.location.reload());

  const paid = !plain && attempt.run?.state === "DONE" && attempt.busy === null;
  const buttons = (
    <RunButtons
      key="buttons"
      {...props}
      {...order}
      balance={balance}
      busy={attempt.busy}
      paid={paid}
      money={money}
      onCancel={cancel}
      onMoney={() => setMoney((count) => count + 1)}
    />
  );
  const outcome = (
    <RunOutcome key="outcome" {...props} {...attempt} input={input} purchase={purchase} reload={reload} />
  );

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
      <OtherWays {...props} draft={draft} plain={plain} />
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
      {paid ? [outcome, buttons] : [buttons, outcome]}
    </form>
  );
}

type Input = Record<string, unknown>;

const NOTHING_YET: Attempt = { busy: null, log: [], run: null, problem: null };

/**
 * The life of a run: from the press of the button over its steps to its outcome, and what is left of a purchase. Begins
 * with the answer to a form that was `sent` without scripts.
 */
function useRun(skill: RunFormProps, sent: PlainRun | null) {
  const { slug, version } = skill;
  const { purchase, keep } = useStoredPurchase(slug, version);
  const [attempt, setAttempt] = useState(
    sent ? { ...NOTHING_YET, run: sent.run, problem: sent.problem } : NOTHING_YET,
  );
  // What the last press sent, as far as this page knows it: its output is told from an example's by it.
  const [input, setInput] = useState<Input | null>(sent?.run ? sent.input : null);
  const underWay = useRef<AbortController | null>(null); // a second click may come before the first one's state is drawn

  const show = (change: Partial<Attempt>) => setAttempt((shown) => ({ ...shown, ...change }));

  /** `read` gives the input as it is written, null where it cannot be read. */
  async function press(read: () => Promise<Input | null>, order: Order) {
    if (underWay.current) return;
    // Signed already: another payment is the last thing to ask for. A call that was begun, or a single one, has
    // its input.
    const bought = purchase !== null && (callsOf(purchase) === 1 || purchase.begun !== undefined);
    const written = bought ? {} : await read();
    if (!written || !(purchase || order.connection || skill.priceLamports === "0")) return;
    const { signal } = (underWay.current = new AbortController());
    setAttempt(NOTHING_YET);
    setInput(bought ? null : written);
    try {
      const { attemptCall } = await loadPress();
      const done = await attemptCall(skill, { ...order, input: written, purchase, keep, signal }, show);
      if (done) storeCall(slug, version, done);
    } catch (error) {
      show({ problem: await problemOf(error) });
    } finally {
      underWay.current = null;
    }
  }

  return { attempt, input, purchase, press, cancel: () => underWay.current?.abort(), show };
}

// A call goes on without its log, should that not come.
const RunLog = lazy(async (): Promise<{ default: ComponentType<RunLogProps> }> => {
  try {
    return { default: (await loadPress()).RunLog };
  } catch {
    return { default: () => null };
  }
});

interface RunOutcomeProps extends RunFormProps, Attempt {
  input: RunResultProps["input"];
  purchase: Purchase | null;
  reload: RunResultProps["reload"];
}

/** What has happened since the press, and what came out of it; a purchase that was paid for and not run says so. */
function RunOutcome({
  slug,
  priceLamports,
  labels,
  locale,
  examples,
  fields,
  input,
  purchase,
  busy,
  log,
  run,
  problem,
  reload,
  Result,
}: RunOutcomeProps) {
  const { last, remove } = useStoredCall(slug);
  const unfinished = purchase && (callsOf(purchase) < 2 || purchase.begun) && !busy;
  // A call that was bought on another visit may have cost something else.
  const price = input === null || priceLamports === "0" ? undefined : priceLamports;
  const doneText = price === undefined ? labels.doneSaid : fill(labels.paidSaid, { sum: formatSol(price) });
  const entries = log.map(({ step, atMs }) => ({ label: stepLabel(step, labels), atMs }));
  return (
    <>
      <Suspense>{log.length > 0 && <RunLog entries={entries} title={labels.log} />}</Suspense>
      <p role="status" className="vh">
        {busy ? stepLabel(busy, labels) : run?.state === "DONE" ? doneText : null}
      </p>
      <div className="not-empty:mt-4">
        <Result
          busy={busy && stepLabel(busy, labels)}
          run={run}
          priceLamports={price}
          input={input}
          examples={examples}
          fields={fields}
          problem={problem ?? (unfinished ? { kind: "paidNotRun", detail: "" } : null)}
          last={last}
          forget={remove}
          reload={reload}
          labels={labels}
          locale={locale}
        />
      </div>
    </>
  );
}

/** A longer answer is not kept for the next visit: other things of this market need the browser's storage too. */
const MAX_KEPT_CHARACTERS = 200_000;

const keyOf = (slug: string) => `emporion.last.${slug}`;

/** What this browser kept of the last call of a skill, null for nothing, and how to remove it. */
function useStoredCall(slug: string) {
  return { last: useStoredText(keyOf(slug)), remove: () => storeText(keyOf(slug), null) };
}

/** Keeps a call for the next visit, in the place of the one before. */
function storeCall(slug: string, version: string, run: RunView): void {
  const text = JSON.stringify({ at: Date.now(), version, run });
  if (text.length <= MAX_KEPT_CHARACTERS) storeText(keyOf(slug), text);
}

interface RunFormTitleProps extends Pick<RunFormProps, "examples" | "authorLanguage" | "fields" | "labels"> {
  draft: Pick<ReturnType<typeof useDraft>, "asJson" | "showExample" | "changeView">;
  /** Whether the form may be sent without scripts. */
  plain: boolean;
}

/** The form's name, and what fills it at once. */
function RunFormTitle({ examples: [first], labels, draft, plain }: RunFormTitleProps) {
  return (
    <div className="mb-3 flex flex-wrap items-baseline gap-x-3.5 gap-y-1 text-13">
      <h2 id="run-title" className="me-auto text-15 font-semibold">
        {labels.title}
      </h2>
      {first && (
        <ActButton
          act={exampleAct(first.position)}
          plain={plain}
          className="link"
          onAct={() => draft.showExample(first)}
        >
          {first.position === 0 ? labels.useExample : nameOf(first, labels)}
        </ActButton>
      )}
    </div>
  );
}

/** Other ways to fill the form: behind its fields, for the keyboard comes to those first. */
function OtherWays({ examples, authorLanguage, fields, labels, draft, plain }: RunFormTitleProps) {
  const [, ...others] = examples;
  return (
    <div className="mt-3 flex flex-wrap items-baseline justify-end gap-x-3.5 gap-y-1 text-13">
      {others.length > 0 && (
        <details className="me-auto open:w-full" data-examples>
          <summary className="link w-fit">{labels.otherExamples}</summary>
          <ul className="mt-1.5 grid gap-1 border-s border-line-2 ps-3">
            {others.map((example) => (
              <li key={example.position}>
                <ActButton
                  act={exampleAct(example.position)}
                  plain={plain}
                  className="link text-start wrap-anywhere"
                  onAct={(form) => {
                    form?.querySelector("[data-examples]")?.removeAttribute("open");
                    draft.showExample(example);
                  }}
                >
                  <span lang={example.title === null ? undefined : authorLanguage}>
                    {nameOf(example, labels)}
                  </span>
                </ActButton>
              </li>
            ))}
          </ul>
        </details>
      )}
      {fields.length > 0 && (
        <ActButton
          act={VIEW_ACT}
          plain={plain}
          className="link"
          onAct={(form) => void draft.changeView(form)}
        >
          {draft.asJson ? labels.asForm : labels.asJson}
        </ActButton>
      )}
    </div>
  );
}

const nameOf = ({ title, position }: OfferedExample, labels: RunFormProps["labels"]) =>
  title ?? fill(labels.exampleNumber, { position: position + 1 });
