import { publicMembers } from "@/lib/web/http/problems/problem";
import { z } from "zod";
import type { LinkedResult } from "@/api/mcp/fit-result";
import type { ActiveSkills, Relisting } from "@/api/mcp/active-skills";
import { type Question, readAnswers } from "@/lib/catalogue/core-tools/question";
import { describeInvalidMember } from "@/lib/kernel/json/describe-invalid-member";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { logFailure, logger } from "@/lib/kernel/observability/logger";
import { findOutage, unavailable } from "@/lib/kernel/outage";
import type { StatedHints } from "@/lib/skill-format";
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  SdkError,
  SdkErrorCode,
  type ServerContext,
  type ToolAnnotations,
} from "@modelcontextprotocol/server";
import type { Caller } from "@/api/mcp/caller";
import { sealState, type Sealed } from "@/api/mcp/request-state";
import { digestJson } from "@/lib/kernel/json/canonical-json";

/**
 * The author's own words alone. What is left out a client takes for the worse, as the protocol says; a default of
 * another format would pass here for what the author says.
 */
export function toAnnotations({ origins, ...hints }: StatedHints): ToolAnnotations {
  return Object.fromEntries(
    (["readOnly", "destructive", "idempotent", "openWorld"] as const)
      .filter((hint) => origins[hint] === "declared")
      .map((hint) => [`${hint}Hint`, hints[hint]]),
  );
}

/** An answer as structured content, with the same as text for clients that only read text. */
export function toAnswer(content: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(content) }], structuredContent: content };
}

/** A failure the model can do something about: it sees the code, the words and what goes with them. */
export function toFailure(content: Record<string, unknown>): CallToolResult {
  return { ...toAnswer(content), isError: true };
}

/** Whatever was thrown, as a failure; what we did not foresee is logged and told without details. */
export function failureOf(error: unknown): CallToolResult {
  if (isDomainError(error)) return toFailure(describe(error));
  const away = findOutage(error);
  logFailure(
    error,
    {},
    away === null ? "a tool call failed on our side" : "a tool call failed for what is away",
  );
  if (away !== null) return toFailure(describe(unavailable(away)));
  return toFailure({
    status: "error",
    error_code: "INTERNAL",
    error: "Something went wrong on our side; it was recorded.",
  });
}

function describe({ code, message, details }: DomainError): Record<string, unknown> {
  const { errors, retryAfterSeconds, reason } = details;
  return {
    status: "error",
    error_code: code,
    error: message,
    ...(errors === undefined ? {} : { errors }),
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
    ...(reason === undefined ? {} : { reason }),
    ...(code === "SPENDING_LIMIT_EXCEEDED" ? publicMembers(details) : {}),
  };
}

const PATIENCE_MS = 5 * 60_000;

/**
 * `answered` with the person's values, `declined`, or `ask_person`: nobody could be asked here, so the model
 * has to ask.
 */
type PersonAnswer =
  | { status: "answered"; data: Record<string, unknown> }
  | { status: "declined"; reason: "declined" | "dismissed" | "no_answer" }
  | { status: "ask_person"; question: string; fields: Question };

/** The result of x402 for a client that says it knows it: nothing was run, and how it can be paid (2026-07-28). */
export interface PaymentRequiredResult {
  resultType: "payment_required";
  paymentRequired: object;
  _meta?: Record<string, unknown>;
}

/** What a call of a tool comes to: its result, or what the client has to bring before there is one (2026-07-28). */
export type ToolResult = LinkedResult | InputRequiredResult | PaymentRequiredResult;

/**
 * Asks the person through the client where it can (elicitation); otherwise hands the question to the model. A client
 * with a session is asked while it waits; one without is told what is asked and comes again with the answer.
 */
export async function askPerson(
  question: string,
  fields: Question,
  context: ToolCallContext,
): Promise<ToolResult> {
  const { server, extra, isModern } = context;
  const unasked = { status: "ask_person", question, fields } as const;
  if (!canAsk(context)) return toAnswer(unasked);
  if (isModern) return askByRetry(question, fields, context);
  return toAnswer(await askMeanwhile(question, fields, { server, extra }, unasked));
}

/** Whether the client shows forms; an empty capability means them (elicitation, "Capabilities"). */
export function canAsk({ server }: Pick<ToolCallContext, "server">): boolean {
  const can = server.getClientCapabilities()?.elicitation;
  return can !== undefined && (can.form !== undefined || can.url === undefined);
}

const ANSWER = "answer";

/** The answer that came with the request, if it is to this very question; else the question. */
async function askByRetry(
  question: string,
  fields: Question,
  { extra, caller }: ToolCallContext,
): Promise<ToolResult> {
  const about = digestJson({ question, fields: fields as never });
  const given = inputResponse(extra.mcpReq.inputResponses, ANSWER);
  if (given.kind === "elicit" && extra.mcpReq.requestState<Sealed>()?.about === about) {
    if (given.action === "accept") {
      const answered = {
        status: "answered",
        data: readAnswers(fields, given.content ?? {}),
      } satisfies PersonAnswer;
      return toAnswer(answered);
    }
    const reason = given.action === "decline" ? "declined" : "dismissed";
    return toAnswer({ status: "declined", reason } satisfies PersonAnswer);
  }
  return inputRequired({
    inputRequests: { [ANSWER]: inputRequired.elicit({ message: question, requestedSchema: { ...fields } }) },
    requestState: await sealState({ about }, caller),
  });
}

async function askMeanwhile(
  question: string,
  fields: Question,
  { server, extra }: Pick<ToolCallContext, "server" | "extra">,
  unasked: PersonAnswer,
): Promise<PersonAnswer> {
  try {
    const { action, content } = await server.elicitInput(
      { mode: "form", message: question, requestedSchema: { ...fields } },
      { relatedRequestId: extra.mcpReq.id, signal: extra.mcpReq.signal, timeout: PATIENCE_MS },
    );
    if (action === "accept") return { status: "answered", data: content ?? {} };
    return { status: "declined", reason: action === "decline" ? "declined" : "dismissed" };
  } catch (error) {
    if (extra.mcpReq.signal.aborted) throw error;
    if (SdkError.isInstance(error) && error.code === SdkErrorCode.RequestTimeout)
      return { status: "declined", reason: "no_answer" };
    logger.info({ err: error }, "a client could not ask its person");
    return unasked;
  }
}

/** Tells the client of a session that its lists of tools and of texts are other ones now. */
export async function notifyListsChanged({ mcpReq }: ServerContext): Promise<void> {
  await mcpReq.notify({ method: "notifications/tools/list_changed" });
  await mcpReq.notify({ method: "notifications/resources/list_changed" });
}

/** What a tool may use while it answers one call. */
export interface ToolCallContext {
  server: McpServer["server"];
  skills: ActiveSkills;
  caller: Caller;
  extra: ServerContext;
  /** True for the revision without sessions: nothing is remembered from one request to the next. */
  isModern: boolean;
  /** Null where the list of tools does not change by what is called. */
  relist: Relisting | null;
}

/** One of the seven tools of the core layer (VibeLife V9 1.3). */
export interface CoreTool {
  name: string;
  description: string;
  inputSchema: { type: "object"; [keyword: string]: unknown };
  annotations: ToolAnnotations;
  run: (given: unknown, context: ToolCallContext) => Promise<ToolResult>;
}

interface Definition<Input extends z.ZodObject> {
  name: string;
  description: string;
  input: Input;
  annotations?: ToolAnnotations;
  run: (given: z.infer<Input>, context: ToolCallContext) => Promise<ToolResult>;
}

/**
 * Binds a tool to the description of its arguments, which are checked before it is run. An argument it does not take is
 * refused, not passed over: a model that writes `at` for `due` would believe that its reminder has a moment.
 */
export function defineCoreTool<Input extends z.ZodObject>(definition: Definition<Input>): CoreTool {
  const { name, description, annotations = {}, run } = definition;
  const input = definition.input.strict();
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: "input" });
  return {
    name,
    description,
    inputSchema: { ...schema, type: "object" },
    annotations: { openWorldHint: false, destructiveHint: false, ...annotations },
    run: async (given, context) => {
      const read = input.safeParse(given ?? {});
      if (read.success) return run(read.data as z.infer<Input>, context);
      const errors = read.error.issues.slice(0, 20).map((issue) => ({
        pointer: issue.path.map((part) => `/${String(part)}`).join(""),
        detail: describeInvalidMember(issue),
      }));
      const taken = Object.keys(input.shape).join(", ");
      const message = `The arguments of ${name} are not valid. It takes: ${taken}.`;
      throw new DomainError("INPUT_INVALID", message, { details: { errors } });
    },
  };
}
