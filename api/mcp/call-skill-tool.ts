import { setTimeout as sleep } from "node:timers/promises";
import { inputRequired, inputResponse } from "@modelcontextprotocol/server";
import type { Caller } from "@/api/mcp/caller";
import {
  askPerson,
  canAsk,
  toAnswer,
  toFailure,
  type ToolCallContext,
  type ToolResult,
} from "@/api/mcp/core-tool";
import { toCard } from "@/api/mcp/core-tools";
import {
  challengeOf,
  costSentence,
  knowsX402Result,
  paidMeta,
  paymentQuestion,
  paysByItself,
  refusedPayment,
  takePayment,
  toPayment,
} from "@/api/mcp/payment-transport";
import { sealState, type Sealed } from "@/api/mcp/request-state";
import { linkToOutput } from "@/api/mcp/run-output";
import { env } from "@/lib/platform/config/env";
import { CREDENTIAL_ARGUMENT, type OfferedTool } from "@/lib/catalogue/core-tools/offer-tools";
import { assertStillOffered } from "@/lib/catalogue/core-tools/open-skill";
import { collectQuestion } from "@/lib/catalogue/core-tools/question";
import { readProfile } from "@/lib/catalogue/core-tools/read-profile";
import { limitFreeRuns, REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { DomainError } from "@/lib/kernel/errors";
import { digestJson } from "@/lib/kernel/json/canonical-json";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { toAuthenticateHeader } from "@/lib/payments/rails/mpp";
import {
  type AgentAnswer,
  type AgentCall,
  type BroughtPayment,
  callSkill,
  quotedInput,
} from "@/lib/running/calls/call-skill";
import type { JsonObject } from "@/lib/running/contract/json-text";
import { OUTPUT_NOT_STORED } from "@/lib/running/runs/get-run";
import { findAskedAction, TOOL_CALL } from "@/lib/running/calls/tool-call";
import type { SkillTool } from "@/lib/skill-format";

const CHALLENGE_META = "org.paymentauth/challenge";
const PAYMENT = "payment";

/**
 * Asks for a payment: a client without a session that can ask its person is told what is asked, and comes again with the
 * credential; any other has the question as the answer of the tool.
 */
async function askToPay(
  quote: QuoteRecord,
  { about, offered }: { about: string; offered: OfferedTool },
  context: ToolCallContext,
): Promise<ToolResult> {
  if (!context.isModern || !canAsk(context) || paysByItself(context) || knowsX402Result(context))
    return paymentQuestion(quote, offered, { context });
  const challenge = challengeOf(quote);
  return inputRequired({
    inputRequests: {
      [PAYMENT]: {
        method: "elicitation/create",
        params: {
          mode: "form",
          message: `${costSentence(quote)} Decline to leave it.`,
          requestedSchema: {
            type: "object",
            properties: {
              [CREDENTIAL_ARGUMENT]: {
                type: "string",
                title: "Payment credential",
                description: `What a wallet answers to: ${toAuthenticateHeader(challenge)}`,
              },
            },
            required: [CREDENTIAL_ARGUMENT],
          },
          _meta: { [CHALLENGE_META]: challenge },
        },
      },
    },
    requestState: await sealState({ about, quoteId: quote.id }, context.caller),
  });
}

/** What came with a call that was asked to be paid; without a payment where the person declined. */
function broughtPayment(
  about: string,
  { extra, isModern }: ToolCallContext,
): { quoteId: string; payment: BroughtPayment | null } | null {
  const sealed = isModern ? extra.mcpReq.requestState<Sealed>() : undefined;
  const given = inputResponse(extra.mcpReq.inputResponses, PAYMENT);
  if (given.kind !== "elicit" || sealed?.quoteId === undefined || sealed.about !== about) return null;
  const said = given.action === "accept" ? given.content?.[CREDENTIAL_ARGUMENT] : null;
  return { quoteId: sealed.quoteId, payment: toPayment(said) };
}

type Done = Extract<AgentAnswer, { kind: "done" }>;

const ASK_AGAIN_MS = 500;
const PATIENCE_MS = 30_000;
/** The whole profile is only given where an input has room for it. */
const MAX_PROFILE_CHARACTERS = 48 * 1024;

/** Calls one tool of an active skill: in the sandbox, or here where V9 leaves forms and cards to the platform. */
export async function callSkillTool(
  offered: OfferedTool,
  given: Record<string, unknown>,
  context: ToolCallContext,
): Promise<ToolResult> {
  const { tool } = offered;
  if (tool && !tool.handled) return answerHere(offered, given, context);
  const taken = takePayment(given, {
    meta: context.extra.mcpReq._meta,
    argument: offered.priceLamports > 0n && !declares(offered, CREDENTIAL_ARGUMENT),
  });
  const { args } = taken;
  const about = digestJson({ skill: offered.skill.versionId, tool: tool?.name ?? null, args: args as never });
  const brought = taken.payment === null ? broughtPayment(about, context) : null;
  if (brought !== null && brought.payment === null)
    return paymentQuestion(await getQuote(brought.quoteId), offered, { context, declined: true });
  const payment = taken.payment ?? brought?.payment ?? null;
  await consumeRateLimit(REQUEST_LIMITS.call, context.caller.subject);
  const input = tool ? await toolInput(tool.name, args, context.caller) : args;
  const ask = () => call(offered, { input, payment: null }, context);
  const paying = payment && call(offered, { input, payment }, context);
  const answer = await (paying ?? ask()).catch((error: unknown) => {
    if (payment === null) throw error;
    return refusedPayment(error, { payment, offered, context }, ask);
  });
  if (answer.kind === "refused") return answer.result;
  if (answer.kind === "payment_required") return askToPay(answer.quote, { about, offered }, context);
  if (answer.kind === "done") return toResult(answer, offered.skill.call?.tools ?? []);
  return toFailure({
    status: "pending",
    error:
      "The payment or the run is under way. Call again with the same arguments and credential; do not pay again.",
    quote_id: answer.quote.id,
    reason: answer.reason,
  });
}

/** Waits a while for a payment to settle: a model has no clock. */
async function call(
  { skill }: OfferedTool,
  { input, payment }: { input: JsonObject; payment: BroughtPayment | null },
  { caller, extra }: ToolCallContext,
): Promise<AgentAnswer> {
  const tools = skill.call?.tools ?? [];
  const request: AgentCall = {
    skill: skill.slug,
    version: skill.version,
    input: payment === null ? input : await quotedInput(payment, input, tools),
    signal: extra.mcpReq.signal,
    caller: caller.subject,
    admit: (what: "free_run" | "quote") => admit(what, caller),
    ...(payment === null ? {} : { payment }),
    ...(caller.accountId === null ? {} : { accountId: caller.accountId }),
    ...(caller.keyId === null ? {} : { keyId: caller.keyId }),
  };
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await callSkill(request);
    if (answer.kind !== "pending" || payment === null) return answer;
    if (extra.mcpReq.signal.aborted || performance.now() > deadlineMs) return answer;
    await sleep(ASK_AGAIN_MS);
  }
}

async function admit(what: "free_run" | "quote", caller: Caller): Promise<void> {
  await (what === "quote" ? consumeRateLimit(REQUEST_LIMITS.quote, caller.subject) : limitFreeRuns(caller));
}

/** What V9 handlers read: arguments first, then the profile of the person the model acts for. */
async function toolInput(tool: string, args: JsonObject, { ownerId }: Caller): Promise<JsonObject> {
  const profile = ownerId === null ? {} : await readProfile(ownerId);
  const text = JSON.stringify(profile);
  const told = text !== "{}" && text.length <= MAX_PROFILE_CHARACTERS;
  return { [TOOL_CALL]: { tool, args, ...(told ? { profile } : {}) } };
}

async function toResult(
  { run, quote, challengeId, accessToken }: Done,
  tools: readonly SkillTool[],
): Promise<ToolResult> {
  const { id, skill, version, wallMs } = run;
  const facts = {
    run_id: id,
    skill,
    version,
    wall_ms: wallMs,
    access_token: accessToken,
    receipt_id: run.receiptId,
  };
  if (run.state !== "DONE") {
    return toFailure({
      status: "error",
      error: run.failure ?? "The run failed.",
      fault: run.fault,
      ...(run.errorOutput === null ? {} : { error_output: run.errorOutput }),
      ...(quote === null
        ? {}
        : { paid: "Call again with the same arguments and credential; do not pay again." }),
      run_id: id,
    });
  }
  if (run.clearedAt !== null)
    return toFailure({ status: "not_kept", error: OUTPUT_NOT_STORED, run_id: id, receipt_id: run.receiptId });
  const output = run.output as JsonObject;
  const answer = findAskedAction({ tools }, output) === null ? toAnswer(output) : toFailure(output);
  const receipt = run.receiptId && `Paid. The signed receipt: ${env().APP_URL}/receipts/${run.receiptId}`;
  return {
    ...answer,
    rest: [linkToOutput(id, accessToken)],
    content: [...answer.content, ...(receipt ? [{ type: "text" as const, text: receipt }] : [])],
    _meta: { "emporion/run": facts, ...(quote && (await paidMeta(quote, { challengeId }))) },
  };
}

/**
 * Collect tools without a handler ask the person, display tools make a card; neither needs the sandbox, nor a payment.
 */
async function answerHere(
  { tool, skill }: OfferedTool,
  given: Record<string, unknown>,
  context: ToolCallContext,
): Promise<ToolResult> {
  await assertStillOffered(skill); // what is asked and shown are its publisher's words
  if (tool?.type === "collect") {
    const question = tool.description || skill.title;
    const fields = collectQuestion(skill.call?.tools ?? [], ownSchema(skill.call?.inputSchema));
    return askPerson(question, fields, context);
  }
  if (tool?.type !== "display")
    throw new DomainError("SKILL_NOT_RUNNABLE", "The skill has no handler for this tool.");
  const cardType = tool.cardType ?? "custom";
  const values = Object.values(given);
  const data = values.length === 1 ? values[0] : given;
  return toAnswer({ card: toCard({ cardType, title: skill.title, data, componentId: cardType }) });
}

/** A skill that is called by its tools alone has no schema of its own to ask by. */
const ownSchema = (schema: JsonObject | null | undefined) =>
  schema && !Object.hasOwn(schema["properties"] ?? {}, TOOL_CALL) ? schema : null;

const declares = ({ tool, skill }: OfferedTool, name: string) =>
  tool
    ? tool.parameters.some((parameter) => parameter.name === name)
    : Object.hasOwn(skill.call?.inputSchema?.["properties"] ?? {}, name);
