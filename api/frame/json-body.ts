import type { MiddlewareHandler } from "hono";
import type { ApiEnv } from "@/api/frame/context";
import { assertJsonContentType, decodeJsonText, readBody } from "@/lib/http/read-body";
import { DomainError } from "@/lib/kernel/errors";

const DEFAULT_MAX_BYTES = 256 * 1024;

/**
 * Reads a JSON body within its limits before anything else looks at it, and hands the text on to the validator
 * of the route's schema. Goes into `middleware` of a route that has a JSON body.
 */
export function jsonBody(maxBytes = DEFAULT_MAX_BYTES): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    assertBody(c.req.raw);
    assertJsonContentType(c.req.raw);
    const text = decodeJsonText(await readBody(c.req.raw, { maxBytes }));
    // The body is spent; whoever asks for it from here on gets the checked text.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
    await next();
  };
}

/** Who sends nothing is told so, and not that nothing has the wrong type. */
function assertBody({ headers, body }: Request): void {
  const declared = headers.get("content-length");
  const isThere = declared === null ? headers.has("transfer-encoding") || body : declared !== "0";
  if (isThere || headers.has("content-type")) return;
  throw new DomainError("REQUEST_INVALID", "The request has no body; send JSON, as application/json.");
}
