import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  type CallToolResult,
  ErrorCode,
  McpError,
  type ServerNotification,
  type ServerRequest,
  type ToolAnnotations,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { ActiveSkills, Relisting } from "@/api/mcp/active-skills";
import type { Question } from "@/lib/catalogue/core-tools/question";
import { describeInvalidMember } from "@/lib/web/http/problems/problem";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { logFailure, logger } from "@/lib/kernel/observability/logger";
import { findOutage, unavailable } from "@/lib/kernel/outage";
import type { StatedHints } from "@/lib/skill-format";

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
  };
}

const PATIENCE_MS = 5 * 60_000;

/**
 * `answered` with the person's values, `declined`, or `ask_person`: nobody could be asked here, so the model
 * has to ask.
 */
export type PersonAnswer =
  | { status: "answered"; data: Record<string, unknown> }
  | { status: "declined"; reason: "declined" | "dismissed" | "no_answer" }
  | { status: "ask_person"; question: string; fields: Question };

/** Asks the person through the client where it can (elicitation); otherwise hands the question to the model. */
export async function askPerson(
  question: string,
  fields: Question,
  { server, extra }: ToolCallContext,
): Promise<PersonAnswer> {
  const unasked = { status: "ask_person", question, fields } as const;
  if (!server.getClientCapabilities()?.elicitation?.form) return unasked;
  try {
    const { action, content } = await server.elicitInput(
      { mode: "form", message: question, requestedSchema: fields },
      { relatedRequestId: extra.requestId, signal: extra.signal, timeout: PATIENCE_MS },
    );
    if (action === "accept") return { status: "answered", data: content ?? {} };
    return { status: "declined", reason: action === "decline" ? "declined" : "dismissed" };
  } catch (error) {
    if (extra.signal.aborted) throw error;
    if (error instanceof McpError && error.code === (ErrorCode.RequestTimeout as number)) {
      return { status: "declined", reason: "no_answer" };
    }
    logger.info({ err: error }, "a client could not ask its person");
    return unasked;
  }
}

/** Who a conversation belongs to. */
export interface Caller {
  /** As far as rate limits go: the account, or the address. */
  subject: string;
  /** Whose profile and reminders: account or agent; null for somebody unknown. */
  ownerId: string | null;
  accountId: string | null;
  address: string;
}

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Tells the client that its lists of tools and of texts are other ones now. */
export async function notifyListsChanged({ sendNotification }: Extra): Promise<void> {
  await sendNotification({ method: "notifications/tools/list_changed" });
  await sendNotification({ method: "notifications/resources/list_changed" });
}

/** What a tool may use while it answers one call. */
export interface ToolCallContext {
  server: McpServer["server"];
  skills: ActiveSkills;
  caller: Caller;
  extra: Extra;
  relist: Relisting;
}

/** One of the seven tools of the core layer (VibeLife V9 1.3). */
export interface CoreTool {
  name: string;
  description: string;
  inputSchema: { type: "object"; [keyword: string]: unknown };
  annotations: ToolAnnotations;
  run: (given: unknown, context: ToolCallContext) => Promise<CallToolResult>;
}

interface Definition<Input extends z.ZodObject> {
  name: string;
  description: string;
  input: Input;
  annotations?: ToolAnnotations;
  run: (given: z.infer<Input>, context: ToolCallContext) => Promise<CallToolResult>;
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

/** Whose profile and reminders a tool uses. Throws AUTH_REQUIRED for somebody unknown. */
export function ownerOf({ ownerId }: Caller): string {
  if (ownerId !== null) return ownerId;
  throw new DomainError(
    "AUTH_REQUIRED",
    "Nothing is kept for somebody unknown. Connect with an API key: Authorization: Bearer sk_….",
  );
}
