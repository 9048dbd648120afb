import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ApiContext, ApiEnv } from "@/api/context";
import { findMarketPackage, MARKET_PACKAGES, type MarketPackageName } from "@/lib/documents/market-packages";
import { entityTag, matchesEntityTag } from "@/lib/http/entity-tag";
import { DomainError } from "@/lib/kernel/errors";

/** The command and the client as packages for npm: `npx MARKET/emporion.tgz`, `npm install MARKET/emporion-client.tgz`. */
export function addPackages(app: OpenAPIHono<ApiEnv>): void {
  for (const name of MARKET_PACKAGES) app.get(`/${name}`, (c) => send(c, name));
}

function send(c: ApiContext, name: MarketPackageName): Response {
  const found = findMarketPackage(name);
  if (found === null) throw new DomainError("NOT_FOUND", `This market was started without ${name}.`);
  const { bytes, sha256 } = found;
  // The address stays when a release changes the bytes: always ask again.
  const headers = { etag: entityTag(bytes), "cache-control": "public, no-cache" };
  if (matchesEntityTag(c.req.header("if-none-match"), headers.etag)) return c.body(null, 304, headers);
  return c.body(bytes, 200, {
    ...headers,
    "content-type": "application/gzip",
    "content-length": String(bytes.length),
    "repr-digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`,
  });
}
