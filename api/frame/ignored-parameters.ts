import type { RouteConfig } from "@hono/zod-openapi";
import type { Context } from "hono";

export const IGNORED_HEADER = "X-Ignored-Parameters";
/** Enough to see a slip by; a header is no place for more. */
const MOST = 5;
const MAX_NAME_CHARACTERS = 40;

/**
 * Says in a header of what an operation answers which parameters of the address the operation does not know. They are
 * not refused, so that clients may add their own; but a filter that is misspelt would silently give everything. For
 * reading only: what is sent has its body checked.
 */
export function ignoredParameters({
  method,
  request,
}: Pick<RouteConfig, "method" | "request">): (c: Pick<Context, "req" | "header">) => void {
  if (method !== "get") return () => {};
  const { shape = {} } = (request?.query ?? {}) as { shape?: object };
  const known = new Set(Object.keys(shape));
  return (c) => {
    const ignored = Object.keys(c.req.query()).filter((name) => !known.has(name));
    if (ignored.length === 0) return;
    const named = ignored
      .slice(0, MOST)
      .map((name) => encodeURIComponent(Array.from(name).slice(0, MAX_NAME_CHARACTERS).join("")));
    c.header(IGNORED_HEADER, named.join(", "));
  };
}
