"use client";

import { lazy, Suspense, useActionState, useRef, useState, type ComponentType } from "react";
import { isInput } from "@/components/run/form-controls";
import type { FormField } from "@/components/run/form-fields";
import { useKeptPurchase } from "@/components/run/kept-purchase";
import { keepText, useKeptText } from "@/components/run/kept-text";
import type { RunView } from "@/components/run/market-api";
import type { Purchase, PurchaseStep } from "@/components/run/purchase";
import type { RunPlainly } from "@/components/run/plain-run";
import { RunFields } from "@/components/run/run-fields";
import type { RunLabels } from "@/components/run/run-labels";
import { stepLabel, type RunStep } from "@/components/run/step-label";
import type { RunLogProps } from "@/components/run/run-log";
import type { RunProblem, RunResultProps } from "@/components/run/run-result";
import { CallsField } from "@/components/run/calls-field";
import { fill } from "@/components/run/fill";
import { PaymentSummary, totalLamports } from "@/components/run/payment-summary";
import { callsLeft, callsOf, nextCall } from "@/components/run/count-calls";
import { useHydrated } from "@/components/ui/use-hydrated";
import { formatSol } from "@/lib/i18n/format-lamports";
import type { WalletConnection } from "@/components/wallet/solana-wallets";

// What only a priced skill needs comes when there is one.
const WalletPicker = lazy(() =>
  import("@/components/wallet/wallet-picker").then((wallets) => ({ default: wallets.WalletPicker })),
);
const loadPurchase = () => import("@/components/run/purchase");
const loadPress = () => import("@/components/run/press");
/** Fetches what a press needs, so that it is there when the button is pressed; should it not come, the press asks again. */
export const fetchAhead = ({ priceLamports }: Pick<RunFormProps, "priceLamports">) =>
  Promise.all([loadPress(), priceLamports === "0" || loadPurchase()]);
// A call goes on without its log, should that not come.
const RunLog = lazy(async (): Promise<{ default: ComponentType<RunLogProps> }> => {
  try {
    return { default: (await loadPress()).RunLog };
  } catch {
    return { default: () => null };
  }
});

interface RunFormProps {
  slug: string;
  version: string;
  priceLamports: string;
  networkFeeLamports: string;
  payee: string | null;
  publisher: string | null;
  fields: FormField[];
  example: unknown;
  labels: RunLabels;
  locale: string;
  network: { localLedger: boolean; chain: `solana:${string}` };
  runPlainly: RunPlainly;
  /** What draws the outcome; on a plain page it comes with the first one. */
  Result: ComponentType<RunResultProps>;
}

/** A longer answer is not kept for the next visit: other things of this market need the browser's storage too. */
const MAX_KEPT_CHARACTERS = 200_000;

type Busy = PurchaseStep | null;

interface Draft {
  initial: Record<string, unknown> | null;
  revision: number;
}

/** Fills the input, buys the call if it has a price, runs it and shows what came out. */
export function RunForm(props: RunFormProps) {
  const { slug, version, fields, labels, network, Result } = props;
  const form = useRef<HTMLFormElement>(null);
  // A form that was sent before the scripts came is answered with the page.
  const [sent, runPlainly] = useActionState(props.runPlainly, null);
  const [asJson, setAsJson] = useState(fields.length === 0);
  // What the controls begin with; a new one puts new controls in the place of the old.
  const [draft, setDraft] = useState<Draft>({
    initial: sent?.input ?? (fields.length === 0 && isInput(props.example) ? props.example : null),
    revision: 0,
  });
  const [busy, setStep] = useState<Busy>(null);
  const [log, setLog] = useState<RunLogProps["entries"]>([]);
  const pressedMs = useRef(0);
  const cancel = useRef<AbortController | null>(null);
  const [connection, setConnection] = useState<WalletConnection | null>(null);
  const { purchase, keep } = useKeptPurchase(slug, version);
  const lastKey = `emporion.last.${slug}`;
  const last = useKeptText(lastKey);
  const [calls, setCalls] = useState(1);
  const reading = useRef(false);
  const working = useRef(false); // a second click may come before the first one's state is drawn
  const [run, setRun] = useState<RunView | null>(null);
  const [problem, setProblem] = useState<RunProblem | null>(null);
  const [answered, setAnswered] = useState(true);
  const plain = answered ? sent : null;
  const hydrated = useHydrated();
  const free = props.priceLamports === "0";
  const several = purchase && callsOf(purchase) > 1 ? purchase : null;
  const unfinished = purchase !== null && (several === null || several.begun !== undefined);

  const formData = () => new FormData(form.current ?? undefined);

  function note(step: RunStep): void {
    const entry = { label: stepLabel(step, labels), atMs: performance.now() - pressedMs.current };
    setLog((entries) => [...entries, entry]);
  }

  /** Called at each step; stops before the next one when the person has cancelled. */
  function setBusy(step: Busy): void {
    if (step !== null) {
      cancel.current?.signal.throwIfAborted();
      note(step);
    }
    setStep(step);
  }

  function begin(initial: Record<string, unknown>): void {
    setDraft(({ revision }) => ({ initial, revision: revision + 1 }));
    setProblem(null);
  }

  /** Reads the controls with what comes for it, once at a time; null where that fails or they cannot be read, which is told. */
  async function withForm<Read>(read: (press: Awaited<ReturnType<typeof loadPress>>) => Read) {
    if (reading.current) return null;
    reading.current = true;
    try {
      return read(await loadPress());
    } catch (error) {
      setProblem(await problemOf(error));
      return null;
    } finally {
      reading.current = false;
    }
  }

  /** The other view shows what this one holds. */
  const changeView = () =>
    withForm(({ readDraft, readInput }) => {
      const read = asJson ? readInput(formData(), fields, true) : null;
      if (read && !read.ok) return setProblem({ kind: "input", field: read.field });
      begin(read ? read.input : readDraft(formData(), fields));
      setAsJson(!asJson);
    });

  const readForm = () =>
    withForm(({ readInput }) => {
      const read = readInput(formData(), fields, asJson);
      if (read.ok) return read.input;
      setProblem({ kind: "input", field: read.field });
      return null;
    });

  async function start() {
    if (working.current) return;
    // Signed already: another payment is the last thing to ask for. A call that was begun, or a single one, has its input.
    if (purchase && (callsOf(purchase) === 1 || purchase.begun)) return spend(purchase, {});
    const input = await readForm();
    if (input === null) return;
    if (purchase) return spend(purchase, input);
    if (!free && !connection) return;
    await attempt(() => (free ? runForFree(input) : pay(input)));
  }

  async function runForFree(input: Record<string, unknown>) {
    setBusy("running");
    const { signal } = cancel.current ?? {};
    const { runFree } = await loadPress();
    return (await runFree(slug, version, { input, ...(signal ? { signal } : {}) })).run;
  }

  async function pay(input: Record<string, unknown>) {
    if (!connection) throw new Error("no wallet");
    const shownPriceLamports = props.priceLamports;
    const what = { slug, version, shownPriceLamports, chain: network.chain, connection, input, calls };
    const { buy, settleAndRun } = await loadPurchase();
    const signed = await buy({ ...what, onStep: setBusy });
    keep(signed);
    return settleAndRun(signed, { input, onStep: setBusy, keep });
  }

  const spend = (bought: Purchase, input: Record<string, unknown>) =>
    attempt(async () => (await loadPurchase()).settleAndRun(bought, { input, onStep: setBusy, keep }));

  async function attempt(work: () => Promise<RunView>) {
    working.current = true;
    cancel.current = new AbortController();
    pressedMs.current = performance.now();
    setLog([]);
    setAnswered(false);
    setProblem(null);
    setRun(null);
    try {
      const finished = await work();
      setRun(finished);
      note(finished.state === "DONE" ? "done" : "failed");
      if (finished.state === "DONE") {
        const text = JSON.stringify({ at: Date.now(), version, run: finished });
        if (text.length <= MAX_KEPT_CHARACTERS) keepText(lastKey, text);
      }
      if (finished.state !== "DONE")
        setProblem({ kind: free ? "failed" : "paidNotRun", detail: finished.failure ?? "" });
    } catch (error) {
      const cancelled = cancel.current.signal.aborted;
      note(cancelled ? "cancelled" : "failed");
      setProblem(cancelled ? { kind: "cancelled" } : await problemOf(error));
    } finally {
      working.current = false;
      setBusy(null);
    }
  }

  function buttonText(): string {
    if (free) return labels.runFree;
    if (several) return fill(labels.runNext, { number: nextCall(several), calls: callsOf(several) });
    if (purchase) return labels.runAgain;
    return fill(labels.payAndRun, { total: formatSol(totalLamports({ ...props, calls })) });
  }

  return (
    <form
      ref={form}
      noValidate
      {...(free ? { action: runPlainly } : {})}
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3.5 gap-y-1 text-13">
        <h2 id="run-title" className="me-auto text-15 font-semibold">
          {labels.title}
        </h2>
        {props.example !== null && (
          <button
            type="button"
            className="link"
            disabled={!hydrated}
            onClick={() => isInput(props.example) && begin(props.example)}
          >
            {labels.useExample}
          </button>
        )}
        {fields.length > 0 && (
          <button type="button" className="link" disabled={!hydrated} onClick={() => void changeView()}>
            {asJson ? labels.asForm : labels.asJson}
          </button>
        )}
      </div>
      <input type="hidden" name="skill" value={slug} />
      <input type="hidden" name="version" value={version} />
      <RunFields
        key={draft.revision}
        fields={fields}
        asJson={asJson}
        labels={labels}
        initial={draft.initial}
        problem={problem ?? plain?.problem ?? null}
      />
      {!free && !several && (
        <>
          {!purchase && <CallsField calls={calls} onChange={setCalls} labels={labels} />}
          <PaymentSummary {...props} calls={purchase ? 1 : calls}>
            <WalletPicker
              connection={connection}
              onConnect={setConnection}
              labels={labels}
              network={network}
            />
          </PaymentSummary>
        </>
      )}
      {several && (
        <div className="note note-ok">
          <span />
          <div>
            <b>{fill(labels.callsLeft, { left: callsLeft(several), calls: callsOf(several) })}</b>
            <p>{labels.callsLeftDetail}</p>
          </div>
        </div>
      )}
      <button
        type="submit"
        className="btn btn-primary btn-lg mt-4 w-full"
        disabled={!free && (!hydrated || (!connection && !purchase))}
        aria-busy={busy !== null}
      >
        {busy ? stepLabel(busy, labels) : buttonText()}
      </button>
      {(busy === "quoting" || (busy === "running" && free)) && (
        <button type="button" className="btn mt-2 w-full" onClick={() => cancel.current?.abort()}>
          {labels.cancel}
        </button>
      )}
      <p className="mt-2.5 text-12 leading-normal text-ink-3">
        {free ? labels.freeNote : labels.beforePaying}
      </p>
      <Suspense>{log.length > 0 && <RunLog entries={log} title={labels.log} />}</Suspense>
      <div role="status" aria-live="polite" className="not-empty:mt-4">
        <Result
          busy={busy ? stepLabel(busy, labels) : null}
          run={run ?? plain?.run ?? null}
          problem={
            problem ?? plain?.problem ?? (unfinished && !busy ? { kind: "paidNotRun", detail: "" } : null)
          }
          last={last}
          forget={() => keepText(lastKey, null)}
          labels={labels}
          locale={props.locale}
        />
      </div>
    </form>
  );
}

/** Should even the words for a failure not come, it is told as it is: something may have been paid for. */
async function problemOf(error: unknown): Promise<RunProblem> {
  try {
    return (await loadPress()).toProblem(error);
  } catch {
    return { kind: "failed", detail: String(error) };
  }
}
