import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import packageJson from "@/package.json";
import { findUnready } from "@/lib/http/readiness";

const healthy = createRoute({
  method: "get",
  path: "/healthz",
  operationId: "isAlive",
  tags: ["Operation"],
  summary: "The process is alive",
  responses: { 200: jsonContent(z.object({ status: z.literal("ok") }), "Alive.") },
});

export const healthOperation = defineOperation(healthy, (c) => sendJson(c, { status: "ok" }));

const unready = z.object({ status: z.literal("unready"), waiting_for: z.array(z.string()) });
const ready = createRoute({
  method: "get",
  path: "/readyz",
  operationId: "isReady",
  tags: ["Operation"],
  summary: "The process can serve: its database answers",
  responses: {
    200: jsonContent(
      z.object({ status: z.literal("ready"), version: z.string() }),
      "Ready; of this release.",
    ),
    503: jsonContent(unready, "Not ready; send requests elsewhere."),
  },
});

export const readinessOperation = defineOperation(ready, async (c) => {
  const waitingFor = await findUnready();
  if (waitingFor.length === 0) return sendJson(c, { status: "ready", version: packageJson.version });
  const headers = { "content-type": "application/json", "cache-control": "no-store", "retry-after": "5" };
  return c.body(JSON.stringify({ status: "unready", waiting_for: waitingFor }), 503, headers);
});
