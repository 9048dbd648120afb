import { createRoute, z } from "@hono/zod-openapi";
import { callerAddress } from "@/api/caller";
import { defineOperation, type ApiContext } from "@/api/context";
import { problems } from "@/api/schemas/problem";
import { env } from "@/lib/config/env";
import { DomainError } from "@/lib/kernel/errors";
import { isLoopbackHost } from "@/lib/http/is-loopback-request";
import { isSameSecret } from "@/lib/kernel/is-same-secret";
import { measurePlatformKey } from "@/lib/attestation/keys/key-metrics";
import { measureDeposits } from "@/lib/audits/bond/bond-metrics";
import { measureQueue } from "@/lib/jobs/queue-metrics";
import { collectProcessMetrics, metrics } from "@/lib/kernel/observability/metrics";

const BEARER = /^Bearer +(\S+)$/i;
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|0:0:0:0::\/64)$/;

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
  await Promise.all([measureQueue(), measureDeposits(), measurePlatformKey()]);
  const headers = { "content-type": metrics.contentType, "cache-control": "no-store" };
  return c.body(await metrics.metrics(), 200, headers);
});

/**
 * With a token it alone decides: behind a proxy on the same machine everybody comes from it. Without one a page of
 * another site in the operator's browser comes from this machine too: its script may not read the answer
 * (`requestFrame`), and where its name was pointed here the name tells.
 */
function mayRead(c: ApiContext): boolean {
  const { METRICS_TOKEN } = env();
  if (METRICS_TOKEN === undefined) {
    return LOOPBACK.test(callerAddress(c)) && isLoopbackHost(c.req.header("host") ?? new URL(c.req.url).host);
  }
  return isSameSecret(BEARER.exec(c.req.header("authorization") ?? "")?.[1] ?? "", METRICS_TOKEN);
}
