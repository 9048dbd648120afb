import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ApiEnv } from "@/api/context";
import { describeHeaders, RESPONSE_HEADERS } from "@/api/openapi/openapi-headers";
import { describeExamples } from "@/api/openapi/openapi-examples";
import { describePayments } from "@/api/payment-discovery";
import { describeSecurity, SECURITY_SCHEMES } from "@/api/openapi/security";
import { env } from "@/lib/config/env";
import packageJson from "@/package.json";

const DESCRIPTION = [
  "An open market for AI agent skills. Reading, searching and downloading need no key.",
  "Failures are problem details (RFC 9457): branch on `error_code`.",
  "Amounts are lamports as decimal digits.",
  "Parameters of an address that an operation does not know are ignored, and named in X-Ignored-Parameters.",
  "Every answer has X-Request-Id; name it when you ask about a failure, which has it as `request_id` too.",
].join(" ");

/** What each group of operations is for, in the order a newcomer meets them. */
const TAGS = {
  Discovery: "Find skills, read them, compare them and download them.",
  Calling: "Call skills, free or paid, and check what was paid.",
  Publishing: "Check, publish and withdraw versions of skills.",
  Drafts: "Upload without an account; a person claims it later.",
  Account: "An account: its API keys, its skills and what needs it, its money and its domains.",
  Audits: "Audits signed by verifiers, challenges to them, and deposits.",
  Transparency: "The public log, its proofs and its tiles.",
  Operation: "For who runs the market.",
};

/**
 * The OpenAPI document of an application, from the very schemas its routes check with. `server` is its public address.
 */
export function openApiDocument(app: OpenAPIHono<ApiEnv>, server: string = env().APP_URL) {
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES)) {
    app.openAPIRegistry.registerComponent("securitySchemes", name, scheme);
  }
  for (const [name, described] of Object.entries(RESPONSE_HEADERS)) {
    app.openAPIRegistry.registerComponent("headers", name, described);
  }
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Emporion agent API",
      version: packageJson.version,
      description: DESCRIPTION,
    },
    servers: [{ url: server }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  });
  describeHeaders(document.paths ?? {});
  describeSecurity(document.paths ?? {});
  describeExamples(document.paths ?? {});
  describePayments(document, server);
  return document;
}
