import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { isDomainError, type DomainError } from "@/lib/kernel/errors";
import { unavailable, findOutage } from "@/lib/kernel/outage";
import { logFailure } from "@/lib/kernel/observability/log-failure";

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
