import { randomUUID } from "node:crypto";
import { env } from "@/lib/env";
import { toProblem } from "@/lib/http/problem";

/** A failure as a `Response`, for route handlers of the pages' side. */
export function problemResponse(error: unknown, requestId: string = randomUUID()): Response {
  const { status, headers, body } = toProblem(error, { requestId, baseUrl: baseUrl() });
  return new Response(JSON.stringify(body), { status, headers: { ...headers, "x-request-id": requestId } });
}

/** The public address without a trailing slash; never taken from the request, which anybody writes. */
export function baseUrl(): string {
  return env().APP_URL.replace(/\/+$/, "");
}
