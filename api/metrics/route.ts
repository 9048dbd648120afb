import { createRoute, z } from "@hono/zod-openapi";
import { callerAddress } from "@/api/caller";
import { defineOperation, type ApiContext } from "@/api/context";
import { problems } from "@/api/schemas/problem";
import { measureMarket } from "@/lib/duties/measure-market";
import { mayReadMetrics } from "@/lib/http/may-read-metrics";
import { DomainError } from "@/lib/kernel/errors";
import { collectProcessMetrics, metrics } from "@/lib/kernel/observability/metrics";

const route = createRoute({
  method: "get",
  path: "/metrics",
  operationId: "getMetrics",
  tags: ["Operation"],
  summary: "Figures of this process for its operator, in the Prometheus text format",
  description:
    "Answered to this machine only; from elsewhere with `Authorization: Bearer` and the setting METRICS_TOKEN.",
  responses: {
    200: { description: "The figures.", content: { "text/plain": { schema: z.string() } } },
    ...problems("PERMISSION_DENIED"),
  },
});

export const getMetricsOperation = defineOperation(route, async (c) => {
  if (!mayRead(c)) {
    throw new DomainError("PERMISSION_DENIED", "The figures are for the operator of this server.");
  }
  collectProcessMetrics();
  await measureMarket();
  const headers = { "content-type": metrics.contentType, "cache-control": "no-store" };
  return c.body(await metrics.metrics(), 200, headers);
});

function mayRead(c: ApiContext): boolean {
  const host = c.req.header("host") ?? new URL(c.req.url).host;
  return mayReadMetrics({ address: callerAddress(c), host, authorization: c.req.header("authorization") });
}
