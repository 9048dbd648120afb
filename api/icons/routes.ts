import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ApiContext, ApiEnv } from "@/api/context";
import { SHARED_SECONDS_OF_SKILLS } from "@/lib/http/skill-cache";
import { DomainError } from "@/lib/kernel/errors";
import { findIcon } from "@/lib/registry/icons/find-icon";

const YEAR = 365 * 24 * 3600;
/** A picture never changes under its address; what a quarantine takes away is taken from shared caches at once. */
const CACHE_CONTROL = `public, max-age=${YEAR}, s-maxage=${SHARED_SECONDS_OF_SKILLS}, immutable`;

/** The icons of packages, by digest. The headers of every answer forbid to read one as anything else. */
export function addIcons(app: OpenAPIHono<ApiEnv>): void {
  app.get("/icons/:file", send);
}

async function send(c: ApiContext): Promise<Response> {
  const icon = await findIcon(c.req.path);
  if (icon === null) throw new DomainError("NOT_FOUND", "There is no such icon.");
  return c.body(icon, 200, {
    "content-type": "image/png",
    "content-length": String(icon.length),
    "cache-control": CACHE_CONTROL,
  });
}
