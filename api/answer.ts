import type { ApiContext } from "@/api/context";
import { entityTag, matchesEntityTag } from "@/lib/http/entity-tag";

const JSON_TYPE = "application/json";

/** A JSON answer that nobody keeps: it is one caller's, or true only now. */
export function sendJson(c: ApiContext, body: unknown, status: 200 | 201 | 202 = 200): Response {
  return c.body(JSON.stringify(body), status, { "content-type": JSON_TYPE, "cache-control": "no-store" });
}

/**
 * A public JSON answer that may be kept for `maxAgeSeconds`, with its entity tag; 304 without a body when the caller has it
 * already.
 */
export function sendCachedJson(c: ApiContext, body: unknown, maxAgeSeconds: number): Response {
  const text = JSON.stringify(body);
  const etag = entityTag(text);
  const headers = { etag, "cache-control": `public, max-age=${maxAgeSeconds}` };
  if (matchesEntityTag(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
  return c.body(text, 200, { ...headers, "content-type": JSON_TYPE });
}
