import { randomUUID } from "node:crypto";
import { env } from "@/lib/platform/config/env";
import { toProblem } from "@/lib/web/http/problems/problem";

/** A failure as a `Response`, for route handlers of the pages' side. */
export function problemResponse(error: unknown): Response {
  const requestId = randomUUID();
  const { status, headers, body } = toProblem(error, { requestId, baseUrl: env().APP_URL });
  return new Response(JSON.stringify(body), { status, headers: { ...headers, "x-request-id": requestId } });
}
