import type { ApiContext } from "@/api/frame/context";
import { env } from "@/lib/platform/config/env";
import { toProblem } from "@/lib/web/http/problems/problem";
import { isDomainError } from "@/lib/kernel/errors";

const TEXT = "text/plain; charset=utf-8";
/** Findings told in one answer; a terminal holds no more. */
const MAX_FINDINGS = 8;

/**
 * A failure as `clawhub` and git show it: they print the body as it is, so the body is lines of text. The status
 * and the headers are those of `/v1`; the code of the failure goes into a header of its own.
 */
export function sendPlainError(c: ApiContext, error: unknown): Response {
  const { status, headers, body } = toProblem(error, {
    requestId: c.get("requestId"),
    baseUrl: env().APP_URL,
  });
  const notFound = isDomainError(error, "SKILL_NOT_FOUND") ? "Skill not found. " : "";
  const findings = body.findings.slice(0, MAX_FINDINGS).flatMap(toLine);
  const text = [`${notFound}${body.detail}`, ...findings, `See ${body.type}`].join("\n");
  const close = status === 413 ? { connection: "close" } : {};
  return c.body(`${text}\n`, status, {
    ...headers,
    ...close,
    "content-type": TEXT,
    "x-error-code": body.error_code,
  });
}

function toLine(finding: unknown): string[] {
  if (typeof finding !== "object" || finding === null) return [];
  const { path, message } = finding as { path?: unknown; message?: unknown };
  return typeof message === "string" ? [`- ${typeof path === "string" ? `${path}: ` : ""}${message}`] : [];
}
