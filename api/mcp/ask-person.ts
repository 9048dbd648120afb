import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { ToolCallContext } from "@/api/mcp/core-tool";
import type { Question } from "@/lib/core-tools/question";
import { logger } from "@/lib/kernel/observability/logger";

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
