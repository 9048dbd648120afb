import { queueFailureNotice } from "@/lib/running/failures/failures";
import { runnableClosed } from "@/lib/running/calls/load-runnable";
import { platformKey } from "@/lib/log/attestation/platform-key";
import { database, type Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { systemClock } from "@/lib/kernel/clock";
import { DomainError, isDomainError, skillQuarantined } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { digestJson, type JsonValue, type JsonObject as RunnerFacts } from "@/lib/kernel/json/canonical-json";
import { logFailure } from "@/lib/kernel/observability/logger";
import { traced } from "@/lib/kernel/observability/traced";
import { consumeGrant, type RunEnd, reserveGrant, takeGrant } from "@/lib/payments/grants/grants";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { issueReceipt } from "@/lib/payments/receipts/receipts";
import { assertStillPayable } from "@/lib/payments/settlement/payment-status";
import { acceptCall } from "@/lib/running/calls/check-input";
import { describeFailure, executeCall, failed, NOT_BEGUN } from "@/lib/running/calls/execute-call";
import { assertSignsReceipts } from "@/lib/running/calls/offer-call";
import { findRunnableById, type RunnableVersion } from "@/lib/running/calls/runnable-repository";
import type { JsonObject } from "@/lib/running/contract/json-text";
import { getRun, toFinishedView, type RunView } from "@/lib/running/runs/get-run";
import {
  findInputDigest,
  findMadeRun,
  finishRun,
  insertRun,
  type FinishedRun,
} from "@/lib/running/runs/runs-repository";

/**
 * Makes a call that a settled quote (read just now, or named by its id) paid for, with the input that was quoted. Of
 * any number of callers at once one runs it; later ones get the finished run. Only a run that delivers its output
 * uses the grant up: after any other end the same request may be sent again without paying. Where several calls were
 * bought, `call` says which one this is and brings its input, which is checked before the grant is touched. Throws
 * GRANT_NOT_FOUND while the quote is unpaid, SETTLEMENT_FAILED where it was paid too late or the payment vanished,
 * INPUT_INVALID, RATE_LIMITED (after several failures), RUN_IN_PROGRESS, GRANT_ALREADY_CONSUMED (by another input),
 * RUNNER_UNAVAILABLE, RUNNER_BUSY, SKILL_QUARANTINED while the skill is out of the market (the grant stays, and a
 * call that was made before is answered as ever), and in the same way VERSION_CLOSED once its text is deleted.
 */
export async function runPaidCall(
  quoteOrId: string | QuoteRecord,
  { call, signal }: { call?: PaidCallChoice | undefined; signal?: AbortSignal } = {},
): Promise<RunView> {
  await assertSignsReceipts();
  const quote = typeof quoteOrId === "string" ? await getQuote(quoteOrId) : quoteOrId;
  if (quote.state === "LATE_UNAPPLIED") assertStillPayable(quote); // it was paid, so "pay first" would be wrong
  const version = await findRunnableById(quote.versionId, quote.priceLamports / BigInt(quote.calls));
  if (!version) throw new DomainError("INTERNAL", "The quoted version is gone.");
  const chosen = await choosePaidCall(quote, version, call);
  if (version.quarantineReason !== null || version.isErased || quote.state === "CONSUMED") {
    const made = await findMadeRun(database(), { quoteId: quote.id, ...chosen });
    if (made !== null) return getRun(made);
    if (version.quarantineReason !== null) throw skillQuarantined(version.slug, version.quarantineReason);
    if (version.isErased) throw runnableClosed(version);
  }
  // What was quoted is what is run, for as long as was paid for, whatever the version's row says by now.
  const quoted = { ...version, packageDigest: quote.packageDigest };
  const run: PaidRun = { id: newId("run"), quote, version: quoted, ...chosen, startedAt: systemClock.now() };
  const facts = { "emporion.quote_id": quote.id, "emporion.run_id": run.id };
  return traced("run", facts, async () => {
    const earlier = await begin(run);
    return earlier === null ? make(run, signal) : getRun(earlier);
  });
}

/** Takes the grant for this run, or names the run that has used it already. */
async function begin({
  id: runId,
  quote,
  call,
  input,
  inputDigest,
  startedAt,
}: PaidRun): Promise<string | null> {
  try {
    await inTransaction(async (db) => {
      const grant = await takeGrant({ quoteId: quote.id, call, runId }, db);
      const { versionId, payerAddress } = quote;
      await insertRun(db, {
        id: runId,
        versionId,
        grantId: grant.id,
        payerAddress,
        input,
        inputDigest,
        startedAt,
      });
    });
    return null;
  } catch (error) {
    if (!isDomainError(error, "GRANT_ALREADY_CONSUMED")) throw error;
    const earlier = String(error.details["runId"]);
    if ((await findInputDigest(database(), earlier)) === inputDigest) return earlier;
    throw error;
  }
}

/** Whatever goes wrong from here on, the grant is given back: nobody else knows that this run holds it. */
async function make(run: PaidRun, signal: AbortSignal | undefined): Promise<RunView> {
  const { id: saleId, payerAddress } = run.quote;
  const terms = { caller: [payerAddress ?? saleId], paid: true, saleId };
  try {
    return await reserveGrant(run.id, async () => {
      const end = await executeCall(run.version, run.input, { signal, ...terms });
      return toFinishedView({ ...run, receiptId: await conclude(run, end) }, end);
    });
  } catch (error) {
    const end = failed("platform", error instanceof HoldLost ? error.message : describeFailure(error));
    await giveBack(
      run,
      end,
      isDomainError(error) && NOT_BEGUN.has(error.code) ? "not_begun" : "failed_by_platform",
    );
    if (error instanceof HoldLost) return toFinishedView(run, end);
    throw error;
  }
}

/** Run, grant and receipt end together, or not at all. Returns the receipt's id; a failed run has none. */
function conclude(run: PaidRun, end: FinishedRun): Promise<string | null> {
  return inTransaction(async (db) => {
    const held = await consumeGrant({ runId: run.id, end: grantEnd(end) }, db);
    if (!held || !(await finishRun(db, run.id, end))) throw new HoldLost();
    if (grantEnd(end) === "failed_by_skill")
      await queueFailureNotice(db, run.version.versionId, end.finishedAt);
    return end.state === "DONE" ? issueCallReceipt(db, run, end) : null;
  });
}

/** A call its caller cancelled is given back like one of ours: nothing was delivered. */
function grantEnd({ state, fault }: FinishedRun): RunEnd {
  if (state === "DONE") return "done";
  return fault === "skill" ? "failed_by_skill" : "failed_by_platform";
}

/**
 * The run was declared dead while it was still at work, so another one may be making the call now: this one must not
 * deliver as well.
 */
class HoldLost extends Error {
  constructor() {
    super("The run lost its hold on the grant; send the same request again.");
  }
}

/** Ends a run that could not be concluded. If even this fails, the worker frees the grant when its time is over. */
async function giveBack({ id: runId }: PaidRun, end: FinishedRun, how: RunEnd): Promise<void> {
  try {
    await inTransaction(async (db) => {
      await consumeGrant({ runId, end: how }, db);
      await finishRun(db, runId, end);
    });
  } catch (error) {
    logFailure(error, { runId }, "a grant could not be given back");
  }
}

/** What the buyer of several calls says when one of them is made. */
interface PaidCallChoice {
  /** 1 to the number of calls bought. */
  number: number;
  input: unknown;
}

/** One call of a quote, with the input it is made with. */
interface ChosenCall {
  call: number;
  input: JsonObject;
  inputDigest: string;
}

/**
 * The call that is to be made now. A quote for one call holds its input and takes no other; one for several takes the
 * number and the input of one of them. Throws REQUEST_INVALID, INPUT_INVALID; neither uses a grant up.
 */
async function choosePaidCall(
  quote: QuoteRecord,
  version: Parameters<typeof acceptCall>[1],
  choice: PaidCallChoice | undefined,
): Promise<ChosenCall> {
  if (quote.calls === 1) {
    if (choice !== undefined)
      throw refused(
        "This quote holds the input of its one call already: POST /v1/quotes/{id}/run makes it.",
        quote,
      );
    return { call: 1, input: quote.input as JsonObject, inputDigest: quote.inputDigest };
  }
  if (choice === undefined) {
    throw refused(
      "This quote is for several calls: make each with its input by POST /v1/quotes/{id}/calls/{number}.",
      quote,
    );
  }
  const { number: call } = choice;
  if (!Number.isInteger(call) || call < 1 || call > quote.calls) {
    throw refused(`The calls of this quote are numbered 1 to ${quote.calls}.`, quote);
  }
  const input = await acceptCall(choice.input, version);
  return { call, input, inputDigest: digestJson(input as JsonValue) };
}

const refused = (message: string, { id: quoteId }: QuoteRecord) =>
  new DomainError("REQUEST_INVALID", message, { details: { quoteId } });

/** One attempt to make a paid call. */
interface PaidRun extends ChosenCall {
  id: string;
  quote: QuoteRecord;
  version: RunnableVersion;
  startedAt: Date;
}

/** Signs and stores the receipt of a paid run that is DONE, in the caller's transaction; returns its id. */
async function issueCallReceipt(
  db: Database,
  { id, version, inputDigest, startedAt }: PaidRun,
  end: FinishedRun,
): Promise<string> {
  const facts = {
    id,
    skillSlug: version.slug,
    skillVersion: version.version,
    inputDigest,
    ...(end.appliedInputDigest === undefined ? {} : { appliedInputDigest: end.appliedInputDigest }),
    outputDigest: end.outputDigest ?? "",
    startedAt,
    finishedAt: end.finishedAt,
    runner: end.runner ?? "",
    isolation: end.isolation ?? "",
    runnerFacts: (end.runnerFacts ?? {}) as RunnerFacts,
  };
  const receipt = await issueReceipt(facts, { key: platformKey(), clock: systemClock }, db);
  return receipt.id;
}
