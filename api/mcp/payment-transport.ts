import { confirmationHint } from "@/api/mcp/ask-to-confirm";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { failureOf, toFailure, type PaymentRequiredResult, type ToolCallContext } from "@/api/mcp/core-tool";
import type { LinkedResult } from "@/api/mcp/fit-result";
import { jsonOf } from "@/api/frame/json-of";
import { quoteSchema, toQuoteView } from "@/api/schemas/call";
import { CREDENTIAL_ARGUMENT, type OfferedTool } from "@/lib/catalogue/core-tools/offer-tools";
import { describePaid } from "@/lib/catalogue/discovery/describe-paid";
import { systemClock } from "@/lib/kernel/clock";
import { type DomainError, isDomainError } from "@/lib/kernel/errors";
import { type JsonObject, toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import {
  challengeFor,
  MPP_INTENT,
  MPP_METHOD,
  refused,
  toAuthenticateHeader,
  toReceipt,
} from "@/lib/payments/rails/mpp";
import {
  paymentRequiredFor,
  refusedResponse,
  requirementsFor,
  settlementResponse,
} from "@/lib/payments/rails/x402";
import { getSettlement } from "@/lib/payments/settlement/payment-status";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { env } from "@/lib/platform/config/env";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import { type AgentAnswer, type BroughtPayment, challengeKey } from "@/lib/running/calls/call-skill";

// How payments travel over MCP: draft-payment-transport-mcp-00 (MPP), and x402 v2, transports-v2/mcp. Its "Tool-Result
// Binding" and MPP stand in one answer; a client takes the one it knows. Its "Extension Binding" is for a client that says
// in its request that it knows it.

const CREDENTIAL_META = "org.paymentauth/credential";
const REQUIRED_META = "org.paymentauth/payment-required";
const RECEIPT_META = "org.paymentauth/receipt";
const X402_PAYMENT_META = "x402/payment";
const X402_RESPONSE_META = "x402/payment-response";
const PAYMENT_REQUIRED = -32_042;
const VERIFICATION_FAILED = -32_043;
const HTTP_STATUS = 402;

const X402_EXTENSION = "org.x402/payment";

/** What the server says of itself without sessions, where a token is taken ("Extension Binding", "Server Capability"). */
export const x402Capability = (): Record<string, object> =>
  currentSettlement().token ? { [X402_EXTENSION]: {} } : {};

/** Whether the request says that its client knows the result `payment_required`. */
export const knowsX402Result = ({ server, isModern }: ToolCallContext): boolean =>
  isModern && server.getClientCapabilities()?.extensions?.[X402_EXTENSION] !== undefined;

/** What the server says of itself (the draft, "Server Capabilities"). */
export const PAYMENT_CAPABILITY = { payment: { methods: [MPP_METHOD], intents: [MPP_INTENT] } };

/**
 * Whether the client pays by itself, as the draft has it said. Any other has the price as the answer of the tool: of an
 * error of the protocol most models see nothing.
 */
export const paysByItself = ({ server }: ToolCallContext): boolean =>
  server.getClientCapabilities()?.experimental?.["payment"] !== undefined;

/** The payment of a call, in the form the settlement reads, and its arguments without it; null for one that does not pay. */
export function takePayment(
  args: Record<string, unknown>,
  { meta, argument }: { meta: Record<string, unknown> | undefined; argument: boolean },
): { payment: BroughtPayment | null; args: Record<string, unknown> } {
  const { [CREDENTIAL_ARGUMENT]: given, ...others } = args;
  const rest = argument ? others : args;
  const x402 = meta?.[X402_PAYMENT_META];
  if (x402 !== undefined && x402 !== null) return { payment: { x402 }, args: rest };
  return { payment: toPayment(meta?.[CREDENTIAL_META] ?? (argument ? given : undefined)), args: rest };
}

/**
 * A credential is the value of `Authorization: Payment`, its token alone, or the object inside it. Throws
 * PAYMENT_CREDENTIAL_INVALID for anything else.
 */
export function toPayment(given: unknown): BroughtPayment | null {
  if (given === undefined || given === null || given === "") return null;
  if (typeof given === "string")
    return { authorization: /^Payment\s/i.test(given) ? given : `Payment ${given}` };
  if (typeof given !== "object") throw refused("malformed", "The Payment credential cannot be read.");
  const { challenge } = given as { challenge?: { request?: unknown } };
  const request = challenge?.request;
  // Over this transport the request of a challenge travels as an object instead of its base64url.
  const plain =
    typeof request === "object" && request !== null
      ? {
          ...given,
          challenge: { ...challenge, request: Buffer.from(toCanonicalJson(request)).toString("base64url") },
        }
      : given;
  return { authorization: `Payment ${Buffer.from(JSON.stringify(plain)).toString("base64url")}` };
}

export const challengeOf = (quote: QuoteRecord) =>
  challengeFor(quote, { realm: new URL(env().APP_URL).host, key: challengeKey() });

export const costSentence = (quote: QuoteRecord) =>
  `One call costs ${quote.priceLamports} lamports, paid straight to its publisher. Nothing can be refunded; a failed run can be repeated without paying. ${priceSentence(quote)}`;

/** The question of a quote as the draft has it: its request is an object, not base64url. */
function challengesOf(quote: QuoteRecord) {
  const { request, ...challenge } = challengeOf(quote);
  const charge = JSON.parse(Buffer.from(request, "base64url").toString()) as object;
  return [{ ...challenge, request: charge, description: costSentence(quote) }];
}

type Asked = LinkedResult | PaymentRequiredResult;

/** Why the question is asked again. */
interface Again {
  /** The person said no. */
  declined?: boolean;
  /** What was brought was refused before anything moved. */
  refusal?: DomainError;
}

/** The result of x402 for a client that knows it; null for any other, and where the quote takes no token. */
async function paymentRequiredResult(
  quote: QuoteRecord,
  offered: OfferedTool,
  { context, refusal }: Again & { context: ToolCallContext },
): Promise<PaymentRequiredResult | null> {
  const terms = knowsX402Result(context) ? termsOf(quote) : null;
  if (terms === null) return null;
  const asked = {
    resource: await resourceOf(quote, offered),
    error: refusal?.message ?? costSentence(quote),
  };
  return { resultType: "payment_required", paymentRequired: await paymentRequiredFor(terms, asked) };
}

/**
 * The question for payment: for a client of x402 that knows it the result `payment_required`; for one that pays by itself
 * the error of the draft, which is thrown; for any other the answer of the tool, with the terms of
 * `POST /v1/skills/{id}/call` and those of x402 where a token is taken.
 */
export async function paymentQuestion(
  quote: QuoteRecord,
  offered: OfferedTool,
  { context, declined = false, refusal }: Again & { context: ToolCallContext },
): Promise<Asked> {
  const x402 = declined
    ? null
    : await paymentRequiredResult(quote, offered, { context, ...(refusal && { refusal }) });
  if (x402 !== null) return x402;
  const required = { httpStatus: HTTP_STATUS, challenges: challengesOf(quote) };
  if (paysByItself(context) && !declined) {
    // The revision without sessions has this code for something else, and none of its servers sends it.
    if (refusal === undefined && !context.isModern)
      throw new ProtocolError(PAYMENT_REQUIRED, "Payment Required", required);
    if (refusal !== undefined)
      throw new ProtocolError(VERIFICATION_FAILED, refusal.message, {
        ...required,
        failure: failureOfPayment(refusal),
      });
  }
  const challenge = challengeOf(quote);
  const error = refusal?.message ?? costSentence(quote);
  const terms = termsOf(quote);
  const answer = toFailure({
    ...(terms ? await paymentRequiredFor(terms, { resource: await resourceOf(quote, offered), error }) : {}),
    status: "payment_required",
    error_code: refusal?.code ?? "PAYMENT_REQUIRED",
    ...(refusal ? failureOfPayment(refusal) : {}),
    ...(declined ? { declined: true } : {}),
    error,
    quote: jsonOf(quoteSchema)(await toQuoteView(quote)),
    challenge,
    www_authenticate: toAuthenticateHeader(challenge),
    ...(await confirmationHint(quote, context)),
    how: `Ask the person before paying. Then call the tool again with the same arguments and the credential as ${CREDENTIAL_ARGUMENT}, or in _meta["${CREDENTIAL_META}"].`,
  });
  return { ...answer, _meta: { [REQUIRED_META]: required } };
}

const termsOf = (quote: QuoteRecord) =>
  requirementsFor(quote, { now: systemClock.now(), key: challengeKey() });

const resourceOf = (quote: QuoteRecord, { name, inputSchema, tool }: OfferedTool) =>
  describePaid(quote.versionId, {
    kind: "mcp",
    url: `${env().APP_URL}/mcp`,
    toolName: name,
    inputSchema: inputSchema as JsonObject,
    tool: tool?.name ?? null,
  });

const failureOfPayment = ({ message, details }: DomainError) => ({
  reason: typeof details["reason"] === "string" ? details["reason"] : "refused",
  detail: message,
});

/**
 * What a payment that was refused comes to. Only where nothing of it can have moved is there a new question, of which
 * `ask` is the quote: a client pays what it is asked, and whoever has paid must not be asked again.
 */
export async function refusedPayment(
  error: unknown,
  { payment, offered, context }: { payment: BroughtPayment; offered: OfferedTool; context: ToolCallContext },
  ask: () => Promise<AgentAnswer>,
): Promise<{ kind: "refused"; result: Asked }> {
  // No new question: whoever is asked again pays again, and is refused again.
  if (isDomainError(error, "SPENDING_LIMIT_EXCEEDED"))
    return { kind: "refused", result: withX402(failureOf(error), payment, error) };
  const isRejected = isDomainError(error, "TRANSACTION_REJECTED");
  if (!isRejected && !isDomainError(error, "PAYMENT_CREDENTIAL_INVALID")) throw error;
  // The market alone can send a payment of x402, and has not: its extension has the terms told whatever was wrong.
  const mayAsk = isRejected || ("x402" in payment && knowsX402Result(context));
  const asked = mayAsk ? await ask() : null;
  if (asked?.kind === "payment_required") {
    const question = await paymentQuestion(asked.quote, offered, { context, refusal: error });
    return { kind: "refused", result: withX402(question, payment, error) };
  }
  if (!paysByItself(context)) return { kind: "refused", result: withX402(failureOf(error), payment, error) };
  const isMalformed = error.details["reason"] === "malformed";
  const code = isMalformed ? ProtocolErrorCode.InvalidParams : VERIFICATION_FAILED;
  throw new ProtocolError(code, error.message, { failure: failureOfPayment(error) });
}

/** Tells a client of x402 that nothing was moved. */
function withX402(result: Asked, payment: BroughtPayment, error: DomainError): Asked {
  if (!("x402" in payment)) return result;
  const response = refusedResponse(String(error.details["reason"]));
  return { ...result, _meta: { ...result._meta, [X402_RESPONSE_META]: response } };
}

/** What says in `_meta` of an answer how its call was paid. Throws what `assertMaySign` throws. */
export async function paidMeta(
  quote: QuoteRecord,
  { challengeId }: { challengeId: string | undefined },
): Promise<Record<string, unknown>> {
  const settlement = await getSettlement(quote.id);
  const response = await settlementResponse(settlement, { ...quote, delivered: `${env().APP_URL}/mcp` });
  if (response !== null) return { [X402_RESPONSE_META]: response };
  return { [RECEIPT_META]: toReceipt(settlement, { memo: quote.memo, challengeId }) };
}
