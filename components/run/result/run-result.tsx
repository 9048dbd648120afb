import type { Labels } from "@/lib/platform/i18n/labels";
import { useEffect, useRef, type ReactNode } from "react";
import type { InputIssue } from "@/components/run/form/collect-input";
import type { RunView } from "@/components/run/market-api";
import { RunOutput } from "@/components/run/result/run-output";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { Note } from "@/components/ui/note";
import type { OfferedExample } from "@/components/run/form/offer-examples";
import type { FormField } from "@/components/run/form/form-fields";
import { formatSecond, formatSol } from "@/lib/platform/i18n/format";
import { withDefaults } from "@/components/run/form/fits-form";
export type RunProblem =
  | { kind: "input"; faults: readonly InputIssue[] }
  | {
      kind: "api";
      code: string;
      detail: string;
      reason?: string | undefined;
      retryAfterSeconds?: number | undefined;
      errors: readonly { pointer: string; detail: string }[];
    }
  | { kind: "away" | "refused" | "notAsShown" | "cancelled" }
  | { kind: "failed" | "paidNotRun"; detail: string; errorOutput?: string | null | undefined };

export interface RunResultProps extends Given {
  busy: string | null;
  run: RunView | null;
  problem: RunProblem | null;
  /** What the call has cost; undefined for a free one, and where this page does not know it. */
  priceLamports: string | undefined;
  /** What this browser kept of the last call here, to be shown while there is nothing newer. */
  last: string | null;
  forget: () => void;
  /** Shows the page as it is now, with what is written in the form. */
  reload: (form: HTMLFormElement | null) => void;
  labels: Labels<"run.form">;
  locale: string;
}

/** The first control that is marked, or the button that adds to a list that is. */
const FIRST_FAULT = '#run [aria-invalid="true"], #run .hint-bad ~ [data-act]';

/** What happened: progress, output with its receipt, or a problem that says first whether money moved. */
export function RunResult({
  busy,
  run,
  problem,
  priceLamports,
  last,
  forget,
  reload,
  labels,
  locale,
  ...given
}: RunResultProps) {
  useEffect(() => {
    if (problem) document.querySelector<HTMLElement>(FIRST_FAULT)?.focus();
  }, [problem]);
  const kept = busy === null && run === null && problem === null ? readKept(last) : null;
  return (
    <>
      {problem && problem.kind !== "input" && (
        <div role="alert">
          <ProblemNote problem={problem} reload={reload} labels={labels} locale={locale} />
        </div>
      )}
      {run?.state === "DONE" && (
        <Answer
          run={run}
          given={given}
          priceLamports={priceLamports}
          title={labels.output}
          labels={labels}
          locale={locale}
        />
      )}
      {kept && (
        <>
          <p className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-ink-2">
            {whenOf(kept.at, locale)}
            <button type="button" className="link" onClick={forget}>
              {labels.forget}
            </button>
          </p>
          <Answer run={kept.run} title={labels.lastCall} labels={labels} locale={locale} />
        </>
      )}
    </>
  );
}

interface AnswerProps extends Pick<RunResultProps, "labels" | "locale"> {
  run: RunView;
  title: string;
  /** Left out for a run that was made on another visit, as is what it cost: the price may be another by now. */
  given?: Given;
  priceLamports?: string | undefined;
}

function Answer({ run, given, priceLamports, title, labels, locale }: AnswerProps) {
  const example = given ? findExample(given) : null;
  return (
    <section aria-label={title}>
      {run.receipt_id && (
        <PaidNote
          key={run.receipt_id}
          receiptPath={`${prefix(locale)}/receipts/${run.receipt_id}`}
          priceLamports={priceLamports}
          labels={labels}
        />
      )}
      <h3 className="mb-1.5 flex items-baseline justify-between text-13 font-medium">
        {title}
        <span className="font-mono text-12 font-normal text-ink-3">{run.wall_ms} ms</span>
      </h3>
      {run.cleared_at ? (
        <p className="text-13 text-ink-2">{labels.notKept}</p>
      ) : (
        <RunOutput run={run} labels={labels} />
      )}
      {example && !run.cleared_at && (
        <ExampleDifference declared={example.output} here={run.output} labels={labels} />
      )}
    </section>
  );
}

interface PaidNoteProps extends Pick<RunResultProps, "labels"> {
  receiptPath: string;
  priceLamports: string | undefined;
}

/** That the call is paid, what it cost, and its receipt. A call made just now takes the focus from what was pressed. */
function PaidNote({ receiptPath, priceLamports, labels }: PaidNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (priceLamports !== undefined) note.current?.focus();
  }, [priceLamports]);
  return (
    <div className="note note-ok mb-3" ref={note} tabIndex={-1} data-testid="paid">
      <span />
      <div className="flex flex-wrap items-baseline gap-x-2">
        <b>{labels.paid}</b>{" "}
        {priceLamports === undefined ? null : (
          <span className="font-mono">
            {formatSol(priceLamports)} <span className="font-sans">SOL</span>
          </span>
        )}{" "}
        <a className="link" href={receiptPath}>
          {labels.receipt}
        </a>
      </div>
    </div>
  );
}

/** What stands in a browser's storage may have been written by anybody. */
function readKept(text: string | null): { at: number; run: RunView } | null {
  try {
    const { at, run } = JSON.parse(text ?? "{}") as { at?: unknown; run?: Partial<RunView> };
    const whole = typeof at === "number" && run?.state === "DONE" && typeof run.id === "string";
    return whole ? { at, run: run as RunView } : null;
  } catch {
    return null;
  }
}

const whenOf = (at: number, locale: string) =>
  formatSecond(new Date(at).toISOString(), locale, -new Date(at).getTimezoneOffset());

const prefix = (locale: string) => (locale === "en" ? "" : `/${locale}`);

interface ProblemNoteProps extends Pick<RunResultProps, "reload" | "labels" | "locale"> {
  problem: Exclude<RunProblem, { kind: "input" }>;
}

function ProblemNote({ problem, reload, labels, locale }: ProblemNoteProps) {
  if (problem.kind === "api")
    return (
      <Note tone="bad" title={ownWords(problem, labels)?.title ?? <English>{problem.detail}</English>}>
        {problem.code === "INPUT_INVALID" ? <Places errors={problem.errors} /> : null}
        {ownWords(problem, labels)?.detail}{" "}
        {problem.code === "SPENDING_LIMIT_EXCEEDED" ? (
          <>
            <a className="link" href={`${prefix(locale)}/dashboard/spending#limits`}>
              {labels.toLimit}
            </a>{" "}
          </>
        ) : null}
        <a className="link font-mono text-12" href={`${prefix(locale)}/errors/${problem.code}`}>
          {problem.code}
        </a>
      </Note>
    );
  const { title, detail } = words(problem, labels);
  return (
    <Note tone={problem.kind === "paidNotRun" ? "warn" : "bad"} title={title}>
      {detail}
      {"errorOutput" in problem && problem.errorOutput ? (
        <ErrorOutput title={labels.errorOutput}>{problem.errorOutput}</ErrorOutput>
      ) : null}
      {problem.kind === "notAsShown" && (
        <>
          {" "}
          <button type="button" className="link" onClick={({ currentTarget }) => reload(currentTarget.form)}>
            {labels.showAnew}
          </button>
        </>
      )}
    </Note>
  );
}

/** What the skill wrote about its failure; folded, in its own words. */
function ErrorOutput({ title, children }: { title: string; children: string }) {
  return (
    <details className="mt-2" data-testid="error-output">
      <summary className="link text-13">{title}</summary>
      <pre
        className="mt-1 max-h-60 overflow-auto text-12 whitespace-pre-wrap wrap-anywhere"
        dir="ltr"
        {...SCROLLABLE}
      >
        {children}
      </pre>
    </details>
  );
}

/** Which rule of a limit refuses a payment, by the reason of the refusal. */
const LIMIT_RULES = ["until", "least_audit_state", "per_call", "per_day", "scope_per_day"] as const;

/** Refusals that buyers meet most, in their language: what it is about, and that nothing moved. */
function ownWords(
  { code, reason, retryAfterSeconds }: Extract<RunProblem, { kind: "api" }>,
  labels: Labels<"run.form">,
): { title: string; detail: string } | null {
  if (code === "INPUT_INVALID") return { title: labels.inputRefused, detail: "" };
  if (code === "PAYER_BALANCE_TOO_LOW") return { title: labels.tooPoor, detail: labels.tooPoorDetail };
  if (code === "SPENDING_LIMIT_EXCEEDED") {
    const rule = LIMIT_RULES.find((each) => each === reason);
    const why = rule === undefined ? "" : `${labels[`limit-${rule}`]} `;
    return { title: labels.limitExceeded, detail: `${why}${labels.limitExceededDetail}` };
  }
  if (code === "QUOTE_EXPIRED") return { title: labels.quoteEnded, detail: labels.quoteEndedDetail };
  if (code === "RUNNER_BUSY" && retryAfterSeconds !== undefined)
    return { title: labels.busy.replace("%", String(retryAfterSeconds)), detail: labels.busyDetail };
  if (reason === "recipient_below_rent_exemption")
    return { title: labels.notPayable, detail: labels.notPayableDetail };
  return null;
}

const MAX_PLACES = 5;

/** Where the schema objects and to what; its words are the market's own, in English. */
function Places({ errors }: Pick<Extract<RunProblem, { kind: "api" }>, "errors">) {
  return (
    <span lang="en" className="block">
      {errors.slice(0, MAX_PLACES).map(({ pointer, detail }) => (
        <span key={pointer + detail} className="block wrap-anywhere">
          {pointer && <span className="font-mono text-12">{pointer.slice(1)}: </span>}
          {detail}
        </span>
      ))}
    </span>
  );
}

function words(
  problem: Exclude<RunProblem, { kind: "input" | "api" }>,
  labels: Labels<"run.form">,
): { title: string; detail: ReactNode } {
  switch (problem.kind) {
    case "away":
      return { title: labels.away, detail: labels.awayDetail };
    case "refused":
      return { title: labels.refused, detail: labels.refusedDetail };
    case "cancelled":
      return { title: labels.stepCancelled, detail: "" };
    case "notAsShown":
      return { title: labels.notAsShown, detail: labels.notAsShownDetail };
    case "paidNotRun":
      return {
        title: labels.paidNotRun,
        detail: (
          <>
            {labels.paidNotRunDetail} {problem.detail && <English>{problem.detail}</English>}
          </>
        ),
      };
    case "failed":
      return { title: labels.failed, detail: problem.detail && <English>{problem.detail}</English> };
  }
}

/** Words of the market's own, which it has in English only. */
function English({ children }: { children: string }) {
  return <span lang="en">{children}</span>;
}

/** What a run was given, as far as the page knows it, and the examples it may be one of. */
interface Given {
  /** What the last press sent; null where this page does not know it. */
  input: Record<string, unknown> | null;
  examples: readonly OfferedExample[];
  fields: FormField[];
}

/** The example with this input, defaults included, whose output is declared; null for an input of one's own. */
function findExample({ input, examples, fields }: Given): OfferedExample | null {
  if (input === null) return null;
  const whole = withDefaults(fields, input);
  return (
    examples.find(
      (example) => example.output !== undefined && listDifferences(example.input, whole).length === 0,
    ) ?? null
  );
}

interface ExampleDifferenceProps {
  declared: unknown;
  here: unknown;
  labels: Labels<"run.form">;
}

/** Whether a run of an example's input gave what its author declared, and each place where it did not. */
function ExampleDifference({ declared, here, labels }: ExampleDifferenceProps) {
  const differences = listDifferences(declared, here);
  if (differences.length === 0)
    return (
      <p className="mt-2 text-13 text-accent" data-testid="example-same">
        {labels.exampleSame}
      </p>
    );
  return (
    <table className="mt-2 w-full table-fixed text-start text-13" data-testid="example-difference">
      <caption className="pb-1 text-start text-ink-2">{labels.exampleDiffers}</caption>
      <thead className="text-12 text-ink-3">
        <tr>
          <th scope="col" className="py-1 text-start font-medium">
            {labels.differencePlace}
          </th>
          <th scope="col" className="py-1 text-start font-medium">
            {labels.differenceDeclared}
          </th>
          <th scope="col" className="py-1 text-start font-medium">
            {labels.differenceHere}
          </th>
        </tr>
      </thead>
      <tbody className="font-mono text-12 wrap-anywhere">
        {differences.map(({ path, ...sides }) => (
          <tr key={path} className="border-t border-line align-top">
            <th scope="row" className="py-1 pe-2 text-start font-normal">
              {path || "·"}
            </th>
            <td className="py-1 pe-2">{shorten(sides.declared)}</td>
            <td className="py-1">{shorten(sides.here)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MOST_CHARACTERS = 200;

/** A side without a value shows a dash. */
function shorten(value: unknown): string {
  const text = (JSON.stringify(value) as string | undefined) ?? "–";
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** One place where two JSON values differ; a side without it is undefined. */
interface Difference {
  /** Names and numbers on the way to it, joined by dots; "" for the whole. */
  path: string;
  declared: unknown;
  here: unknown;
}

/** More are not read. */
const MOST = 50;

/**
 * Where a JSON value differs from the one that was declared, in the order of the declared one; at most fifty places.
 * The order of an object's names means nothing.
 */
export function listDifferences(declared: unknown, here: unknown): Difference[] {
  const found: Difference[] = [];
  compare({ path: "", declared, here }, found);
  return found;
}

function compare({ path, declared, here }: Difference, found: Difference[]): void {
  if (found.length >= MOST || Object.is(declared, here)) return;
  const [was, is] = [membersOf(declared), membersOf(here)];
  if (was === null || is === null || Array.isArray(declared) !== Array.isArray(here)) {
    found.push({ path, declared, here });
    return;
  }
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const below = path === "" ? name : `${path}.${name}`;
    compare({ path: below, declared: was.get(name), here: is.get(name) }, found);
  }
}

function membersOf(value: unknown): Map<string, unknown> | null {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)) : null;
}
