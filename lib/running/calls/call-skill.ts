import { assertPolicyAllows } from "@/lib/audits/policy/judge-versions";
import { DomainError, isDomainError, skillQuarantined } from "@/lib/kernel/errors";
import { digestJson, type JsonValue } from "@/lib/kernel/json/canonical-json";
import { getQuote, refreshQuote } from "@/lib/payments/quotes/get-quote";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { readCredential, payWithCredential, type PayingRequest } from "@/lib/payments/rails/mpp";
import { payWithToken, readTokenPayment } from "@/lib/payments/rails/x402";
import { currentSettlement, type SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { type PaymentStatus, assertStillPayable } from "@/lib/payments/settlement/payment-status";
import { recheckExpiredQuote } from "@/lib/payments/settlement/settle";
import { reconcileQuote } from "@/lib/payments/settlement/reconcile";
import {
  findStoredAnswer,
  storeQuote,
  storeRun,
  readCallKey,
  type CallKeyRecord,
  type CallRequestKey,
} from "@/lib/running/calls/call-keys-repository";
import { isClosedKind } from "@/lib/registry/versions/yank-kinds";
import { loadRunnable, runnableClosed, waitsForFirstRun } from "@/lib/running/calls/load-runnable";
import { callSettlement } from "@/lib/running/calls/call-settlement";
import { admitPayment, dropIfRefused, offerCall } from "@/lib/running/calls/offer-call";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { findRunnableById, type RunnableVersion } from "@/lib/running/calls/runnable-repository";
import { findToolCall, TOOL_CALL } from "@/lib/running/calls/tool-call";
import type { JsonObject } from "@/lib/running/contract/json-text";
import { accessTokenFor, getRun, type RunView } from "@/lib/running/runs/get-run";
import type { SkillTool } from "@/lib/skill-format";

/**
 * The value of `Authorization: Payment …` (MPP); or of `PAYMENT-SIGNATURE`, or the object that this holds, as it comes
 * over MCP (x402).
 */
export type BroughtPayment = { authorization: string } | { x402: unknown };

export interface AgentCall {
  /** Slug or id. */
  skill: string;
  version?: string;
  input: unknown;
  /** The same key and request give the stored answer. */
  idempotencyKey?: string;
  /** If the request pays. */
  payment?: BroughtPayment;
  accountId?: string;
  /** The API key of the account, if it asks with one. */
  keyId?: string;
  /** Who waits in line for a free run. */
  caller?: string;
  signal?: AbortSignal;
  /** Asked before work is done for nothing; it throws when the caller has had enough. */
  admit: (what: "free_run" | "quote") => Promise<void>;
}

/** What the questions for payment are signed with. */
export const challengeKey = () => accessTokenFor("payment challenge v1");

/**
 * Calls a skill in one request, as agents do: a free skill runs, a priced one asks for payment with a quote that is
 * open to any payer, and runs once the same request comes with a payment for it. A request that pays is never asked to
 * pay again: while its outcome is unknown the answer is `pending`. Throws what `offerCall`, `payWithCredential`,
 * `payWithToken`, `runPaidCall` and `runFreeSkill` throw, IDEMPOTENCY_KEY_REUSED and POLICY_REFUSED.
 *
 * A request without a payment:
 *
 * 1. `answerStored`: the same key and request have the answer that they had.
 * 2. `loadRunnable`, `assertPolicyAllows`: the version, if calls of it are made, and the caller's policy allows it.
 * 3. `runFree`: what costs nothing is run, and the walk ends.
 * 4. `offer`: everything that could refuse the call later is asked, and the quote is written (`offerCall`). The answer
 *    asks for its payment.
 *
 * The same request with a payment, in `payAndRun`:
 *
 * 5. `assertPolicyAllows`, `storePaidQuote`, `admitPayment`: the policy still allows the version, the quote stands under
 *    the key, and a slot is sold before its money moves.
 * 6. `payWithCredential` or `payWithToken`: the money moves and is settled.
 * 7. `runQuoted`: the grant is taken, the skill runs, the receipt is signed (`runPaidCall`).
 */
export async function callSkill(call: AgentCall): Promise<AgentAnswer> {
  const requestDigest = digestOfRequest(call);
  const payment = call.payment === undefined ? null : readPayment(call.payment);
  const key = readCallKey({ ...call, ...oneKeyOf(call, payment) }, requestDigest);
  if (payment !== null) return payAndRun(call, payment, { requestDigest, key });
  const stored = key && (await findStoredAnswer(key));
  const answer = stored && (await answerStored(stored));
  if (answer) return answer;
  const version = await loadRunnable(call.skill, call.version, call.accountId);
  await assertPolicyAllows(call.accountId, version);
  if (version.priceLamports === 0n || waitsForFirstRun(version)) return runFree(call, version, key);
  return offer(call, version, { requestDigest, key, ended: stored?.quoteId ?? null });
}

const digestOfRequest = ({ skill, version, input }: AgentCall) =>
  digestJson({ skill, version: version ?? null, input: (input ?? null) as JsonValue });

/** A payment of x402 may bring the key of its call. Throws REQUEST_INVALID where the call has another one. */
function oneKeyOf({ idempotencyKey }: AgentCall, payment: ReadPayment | null): { idempotencyKey?: string } {
  const identifier = payment?.identifier ?? idempotencyKey;
  if (idempotencyKey !== undefined && identifier !== idempotencyKey)
    throw new DomainError(
      "REQUEST_INVALID",
      "The payment-identifier of the payment is another one than the Idempotency-Key; send one of them.",
    );
  return identifier === undefined ? {} : { idempotencyKey: identifier };
}

/** A payment of either rail, read and ready to be handed in. */
interface ReadPayment {
  quoteId: string;
  /** Whether its money has moved already; a signed transaction is not sent before there is room for its call. */
  sent: boolean;
  challengeId?: string;
  identifier?: string;
  pay: (request: PayingRequest, context: SettlementContext) => Promise<PaymentStatus>;
}

function readPayment(brought: BroughtPayment): ReadPayment {
  if ("x402" in brought) {
    const { quoteId, identifier, ...read } = readTokenPayment(brought.x402);
    const payment = { quoteId, ...read, key: challengeKey() };
    const pay: ReadPayment["pay"] = (...given) => payWithToken(payment, ...given);
    return { quoteId, sent: false, pay, ...(identifier === undefined ? {} : { identifier }) };
  }
  const read = readCredential(brought.authorization, challengeKey());
  const sent = "signature" in read.payment;
  const challengeId = read.challenge.id;
  return { quoteId: read.quoteId, sent, challengeId, pay: (...given) => payWithCredential(read, ...given) };
}

/** The request that pays. What came of the payment is told by its quote, whatever this process believes. */
async function payAndRun(
  { accountId }: AgentCall,
  read: ReadPayment,
  { requestDigest, key }: { requestDigest: string; key: CallRequestKey | null },
): Promise<AgentAnswer> {
  const { sent } = read;
  const stored = key && (await findStoredAnswer(key)); // says so where the key is that of another request
  const admit = async (quote: QuoteRecord) => {
    if (!sent) await assertPolicyAllowsQuoted(accountId, quote);
    if (key) await storePaidQuote(key, quote, { stored, sent });
    if (!sent) await admitPayment(quote.id);
  };
  const status = await dropIfRefused(read.quoteId, () =>
    read.pay({ requestDigest, admit }, callSettlement()),
  );
  const answer = await answerForQuote(status.quote, { reason: status.reason });
  if (answer === null || answer.kind === "payment_required") {
    throw new DomainError("SETTLEMENT_FAILED", "The payment ended without a grant.", {
      details: { quoteId: read.quoteId, state: status.state, reason: status.reason },
    });
  }
  const { challengeId } = read;
  return answer.kind === "done" && challengeId !== undefined ? { ...answer, challengeId } : answer;
}

/** A policy may be another one than when the call was quoted. */
async function assertPolicyAllowsQuoted(
  accountId: string | undefined,
  { versionId }: QuoteRecord,
): Promise<void> {
  const version = accountId === undefined ? null : await findRunnableById(versionId);
  if (version) await assertPolicyAllows(accountId, version);
}

/**
 * The stored answer of a key that was used before; null when its quote ended unpaid. Throws LEDGER_UNAVAILABLE
 * SKILL_QUARANTINED and VERSION_CLOSED.
 */
async function answerStored({ runId, quoteId }: CallKeyRecord): Promise<AgentAnswer | null> {
  if (runId !== null) return doneFree(await getRun(runId));
  if (quoteId === null) return null;
  let quote = await getQuote(quoteId);
  // An agent that has paid and forgotten it must not be asked again.
  if (quote.state === "QUOTED") {
    await reconcileQuote(quote, currentSettlement(), { rebroadcast: false, searchMemo: true });
    quote = await getQuote(quoteId);
  }
  if (quote.state === "EXPIRED") quote = (await recheckExpiredQuote(quote, currentSettlement())).quote;
  const answer = await answerForQuote(quote);
  if (answer?.kind === "payment_required") await assertStillOffered(quote.versionId);
  return answer;
}

/** Nobody is asked to pay for a call that would not be made, whatever was quoted before. */
async function assertStillOffered(versionId: string): Promise<void> {
  const version = await findRunnableById(versionId);
  if (version && version.quarantineReason !== null)
    throw skillQuarantined(version.slug, version.quarantineReason);
  if (version && isClosedKind(version.yankKind)) throw runnableClosed(version);
}

async function runFree(
  call: AgentCall,
  version: RunnableVersion,
  key: CallRequestKey | null,
): Promise<AgentAnswer> {
  await call.admit("free_run");
  const { run } = await runFreeSkill(call, version);
  const counted = key && isAnswer(run) ? await storeRun(key, run.id) : run.id;
  return counted === run.id ? doneFree(run) : doneFree(await getRun(counted));
}

async function offer(
  call: AgentCall,
  version: RunnableVersion,
  { requestDigest, key, ended }: { requestDigest: string; key: CallRequestKey | null; ended: string | null },
): Promise<AgentAnswer> {
  await call.admit("quote");
  const { skill, input, accountId, keyId = null } = call;
  const askedBy = accountId === undefined ? null : { accountId, keyId };
  const { quote } = await offerCall({ skill, input, payerAddress: null, requestDigest, askedBy }, version);
  const quoteId = key ? await storeQuote(key, quote.id, ended) : quote.id;
  // Nobody else has been told of a quote that was made just now: it is as it was written.
  if (quoteId === quote.id) return { kind: "payment_required", quote };
  const answer = await answerForQuote(await getQuote(quoteId));
  if (answer) return answer;
  throw new DomainError("QUOTE_EXPIRED", "The quote expired before it could be sent; ask again.");
}

/**
 * Whoever left before the end, or was failed by the market, has a call with the same key made, not its failure told.
 */
const isAnswer = ({ fault }: RunView) => fault !== "caller" && fault !== "platform";

function doneFree(run: RunView): AgentAnswer {
  return { kind: "done", run, accessToken: accessTokenFor(run.id), quote: null };
}

/**
 * `payment_required`: nothing was paid yet, the quote says what to pay. `pending`: a payment or the run is under way;
 * ask again and do not pay again. `done`: the run has ended; without a quote the skill was free.
 */
export type AgentAnswer =
  | { kind: "payment_required"; quote: QuoteRecord }
  | { kind: "pending"; quote: QuoteRecord; reason: string | null }
  | {
      kind: "done";
      run: RunView;
      accessToken: string;
      quote: QuoteRecord | null;
      challengeId?: string;
    };

/**
 * What an agent is told about a quote that was read just now, running its call if it is paid. Null when the quote has
 * ended and nothing was paid for it. `reason` is what the caller knows of a payment that was handed in just now. Throws
 * SETTLEMENT_FAILED for a quote that was closed without a grant, and what `runPaidCall` throws.
 */
async function answerForQuote(
  quote: QuoteRecord,
  { reason = null }: { reason?: string | null } = {},
): Promise<AgentAnswer | null> {
  const context = currentSettlement();
  if (quote.state === "GRANTED" || quote.state === "CONSUMED") return runQuoted(quote);
  if (quote.state === "EXPIRED") return null;
  const reported = quote.state === "QUOTED" && quote.reportedSignature !== null;
  if (quote.state === "SUBMITTED" || reported)
    return { kind: "pending", quote, reason: reason ?? quote.reason };
  assertStillPayable(quote);
  if (context.clock.now() > quote.expiresAt) return null;
  const refreshed = await refreshQuote(quote, context);
  if (refreshed.state !== "QUOTED") return answerForQuote(refreshed); // paid meanwhile, by the same agent
  return { kind: "payment_required", quote: refreshed };
}

/** Not tied to the connection: an agent that hangs up still gets what it paid for, when it asks again. */
async function runQuoted(quote: QuoteRecord): Promise<AgentAnswer> {
  try {
    const made = await runPaidCall(quote);
    return { kind: "done", run: made, accessToken: accessTokenFor(made.id), quote };
  } catch (error) {
    if (!isDomainError(error, "RUN_IN_PROGRESS")) throw error;
    return { kind: "pending", quote, reason: "run_in_progress" };
  }
}

/**
 * Stores the quote that a request pays under the idempotency key it brings, before any money moves: an agent that
 * brings its key with the payment only, and loses the answer, is not asked to pay again. Whoever knows the key gets
 * the answer, so the payment must be known to be that of the one who was asked for it. `stored` is what the key holds
 * so far. A key that has a quote with a payment keeps it; another payment under it is refused, unless its money has
 * moved already. Throws IDEMPOTENCY_KEY_REUSED.
 */
async function storePaidQuote(
  key: CallRequestKey,
  { id: quoteId }: QuoteRecord,
  { stored, sent }: { stored: CallKeyRecord | null; sent: boolean },
): Promise<void> {
  if (stored?.quoteId === quoteId) return;
  const replaced = stored?.quoteId ? await getQuote(stored.quoteId) : null;
  const isFree = stored === null || (replaced !== null && isUnpaid(replaced));
  const holds = isFree ? await storeQuote(key, quoteId, replaced?.id ?? null) : null;
  if (holds === quoteId || sent) return;
  throw new DomainError("IDEMPOTENCY_KEY_REUSED", "Another quote is paid under this idempotency key.", {
    details: { quoteId: holds ?? stored?.quoteId ?? null },
  });
}

const isUnpaid = ({ state, reportedSignature }: QuoteRecord): boolean =>
  state === "EXPIRED" || (state === "QUOTED" && reportedSignature === null);

/**
 * The input to repeat with a payment. A tool call is quoted with the profile as it was then; the profile may have
 * changed since, and what was quoted is what was paid for. Any other difference is left in place, for the settlement to
 * refuse. Throws PAYMENT_CREDENTIAL_INVALID and QUOTE_NOT_FOUND.
 */
export async function quotedInput(
  payment: BroughtPayment,
  input: JsonObject,
  tools: readonly SkillTool[],
): Promise<JsonObject> {
  const { quoteId } = readPayment(payment);
  const quoted = (await getQuote(quoteId)).input as JsonObject;
  const plain = (value: JsonObject) => {
    const call = findToolCall({ tools }, value);
    return call && digestJson({ [TOOL_CALL]: { tool: call.tool, args: call.args as JsonValue } });
  };
  const asked = plain(input);
  return asked !== null && asked === plain(quoted ?? {}) ? quoted : input;
}
