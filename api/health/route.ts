import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import packageJson from "@/package.json";
import { findUnready, isStopping } from "@/lib/http/readiness";

/** Less than balancers wait for an answer by default. */
const PATIENCE_MS = 1_000;

const healthy = createRoute({
  method: "get",
  path: "/healthz",
  operationId: "isAlive",
  tags: ["Operation"],
  summary: "The process is alive",
  responses: { 200: jsonContent(z.object({ status: z.literal("ok") }), "Alive.") },
});

export const healthOperation = defineOperation(healthy, (c) => sendJson(c, { status: "ok" }));

const stopping = z.object({ status: z.literal("stopping") });
const ready = createRoute({
  method: "get",
  path: "/readyz",
  operationId: "isReady",
  tags: ["Operation"],
  summary: "Whether to send requests to this process",
  description:
    "503 from when the process was told to stop. A database that is away is named and takes no process out: it is away for all, and each answers with what the market has to say of it.",
  responses: {
    200: jsonContent(
      z.object({
        status: z.literal("ready"),
        version: z.string(),
        waiting_for: z.array(z.string()).optional(),
      }),
      "Send requests here; of this release.",
    ),
    503: jsonContent(stopping, "Send requests elsewhere."),
  },
});

export const readinessOperation = defineOperation(ready, async (c) => {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  if (isStopping())
    return c.body(JSON.stringify({ status: "stopping" }), 503, { ...headers, "retry-after": "5" });
  const waitingFor = await findUnready(undefined, PATIENCE_MS);
  const waiting = waitingFor.length === 0 ? {} : { waiting_for: waitingFor };
  return c.body(JSON.stringify({ status: "ready", version: packageJson.version, ...waiting }), 200, headers);
});
