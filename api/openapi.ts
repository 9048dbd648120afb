import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ApiEnv } from "@/api/context";
import { SECURITY_SCHEMES } from "@/api/security";
import { baseUrl } from "@/lib/http/problem-response";

const DESCRIPTION = [
  "An open market for AI agent skills. Reading, searching and downloading need no key.",
  "Failures are problem details (RFC 9457): branch on `error_code`.",
  "Amounts are lamports as decimal digits.",
].join(" ");

/** The OpenAPI document of an application, from the very schemas its routes check with. `server` is its public address. */
export function openApiDocument(app: OpenAPIHono<ApiEnv>, server: string = baseUrl()) {
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES)) {
    app.openAPIRegistry.registerComponent("securitySchemes", name, scheme);
  }
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Emporion agent API",
      version: "1",
      description: DESCRIPTION,
    },
    servers: [{ url: server }],
  });
}
