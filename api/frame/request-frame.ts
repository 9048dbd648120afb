import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { ACTION_HEADERS, isActionPath } from "@/api/actions/headers";
import type { ApiContext, ApiEnv } from "@/api/frame/context";
import { env } from "@/lib/platform/config/env";
import { nameRequest, type RequestNames } from "@/lib/web/http/request-id";
import { countRequest } from "@/lib/web/http/metrics";
import { logger } from "@/lib/kernel/observability/logger";
import { tracedRequest } from "@/lib/kernel/observability/traced";

const READING = new Set(["GET", "HEAD"]);
const EXPOSED = [
  "Accept-Ranges",
  "Content-Range",
  "ETag",
  "Location",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "Repr-Digest",
  "Retry-After",
  "X-Fallback-Platform",
  "X-Ignored-Parameters",
  "X-Left-Out",
  "X-Request-Id",
  "X-Revision",
  "X-Skill-Claim-Status",
  "X-Skill-Dialect",
  "X-Skill-Package-Digest",
  "X-Skill-Platform",
  "X-Skill-Trust",
  "X-Skill-Verified",
  "X-Skill-Version",
  "X-Skill-Withdrawn",
].join(", ");

/** Headers of every answer. */
const FRAME: readonly [string, string][] = [
  ["x-content-type-options", "nosniff"],
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox"],
  ["referrer-policy", "no-referrer"],
];
const OPEN_TO_SCRIPTS: readonly [string, string][] = [
  ["access-control-allow-origin", "*"],
  ["access-control-expose-headers", EXPOSED],
];
/** Headers of every answer to a read, beside its id. */
export const FRAME_OF_READS = [...FRAME, ...OPEN_TO_SCRIPTS];
/** Headers of every answer to what is posted, beside its id. */
export const FRAME_OF_POSTS = FRAME;
const NAMES_OF_FRAME = new Set(FRAME_OF_READS.map(([name]) => name));
export const isOfFrame = (header: string): boolean => NAMES_OF_FRAME.has(header);

/** What whoever sits at this machine may read is not for the scripts of pages that are open there. */
const OPERATORS_PATH = "/metrics";
/** Asked every second or two by each balancer: their lines would be most of the log. */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", OPERATORS_PATH]);

/**
 * Round every request: an id that stands in the answer, in problems and in the log; one log line; the headers every
 * answer has. Reading is open to scripts of other sites; writing is not, and there are no cookies that could be
 * ridden on.
 */
export function requestFrame(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const startedMs = performance.now();
    const names = nameAsked((name) => c.req.header(name));
    const { requestId } = names;
    c.set("requestId", requestId);
    const trace = { traceparent: c.req.header("traceparent"), tracestate: c.req.header("tracestate") };
    const facts = { "emporion.request_id": requestId };
    await tracedRequest({ method: c.req.method, ...trace, facts }, async () => {
      await next();
      return { status: c.res.status, route: routeOf(c) };
    });
    const { headers } = c.res;
    headers.set("x-request-id", requestId);
    const isOpen = READING.has(c.req.method) && !isActionPath(c.req.path) && c.req.path !== OPERATORS_PATH;
    for (const [name, value] of isOpen ? FRAME_OF_READS : FRAME) headers.set(name, value);
    const { method, path } = c.req;
    logRequest({ names, method, path, status: c.res.status, route: routeOf(c), startedMs });
  };
}

/** What a request to the agent API is called; `header` reads one of its headers. */
export const nameAsked = (header: (name: string) => string | undefined): RequestNames =>
  nameRequest(
    { requestId: header("x-request-id"), traceparent: header("traceparent") },
    env().TRUSTED_PROXY_HOPS,
  );

/** Counts a request that is answered, and writes its line. */
export function logRequest({
  names,
  route,
  startedMs,
  ...asked
}: {
  names: RequestNames;
  method: string;
  path: string;
  status: number;
  route: string;
  startedMs: number;
}): void {
  const { method, path, status } = asked;
  const ms = Math.round(performance.now() - startedMs);
  countRequest({ route, method, status, ms });
  const line = { ...names, method, path, status, ms };
  logger[PROBES.has(path) ? "debug" : "info"](line, "request");
}

/** The path of the operation as it is written in the description of the API; `none` where nothing is. */
export function routeOf(c: ApiContext): string {
  const found = matchedRoutes(c).find(({ path }) => path !== "/*" && path !== "*");
  return found?.path ?? "none";
}

/**
 * The answer to `OPTIONS`: the methods a path has, as `methodsOf` knows them, and to a browser whether a script of
 * another site may read. A path without any goes on, to be told that there is nothing.
 */
export const preflight =
  (methodsOf: (path: string) => string[]): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    if (c.req.method !== "OPTIONS") return next();
    if (isActionPath(c.req.path)) return c.body(null, 204, ACTION_HEADERS);
    const methods = methodsOf(c.req.path);
    if (methods.length === 0) return next();
    return c.body(null, 204, {
      allow: [...methods, "OPTIONS"].join(", "),
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": "If-None-Match",
      "access-control-max-age": "86400",
    });
  };
