import { z } from "@hono/zod-openapi";
import { callerAddress } from "@/api/frame/caller";
import { type ApiContext } from "@/api/frame/context";
import { measureMarket } from "@/lib/duties/measure-market";
import { mayReadMetrics } from "@/lib/web/http/metrics";
import { findUnready, isStopping } from "@/lib/web/http/readiness";
import { DomainError } from "@/lib/kernel/errors";
import { collectProcessMetrics, metrics } from "@/lib/kernel/observability/metrics";
import packageJson from "@/package.json";
import { noun } from "@/api/frame/operation";

export const health = noun("Operation");

/** Less than balancers wait for an answer by default. */
const PATIENCE_MS = 1_000;

health
  .get("/healthz", {
    id: "isAlive",
    summary: "The process is alive",
    answers: { 200: [z.object({ status: z.literal("ok") }), "Alive."] },
  })
  .handle(() => ({}));

const stopping = z.object({ status: z.literal("stopping") }).openapi("Stopping");

health
  .get("/readyz", {
    id: "isReady",
    summary: "Whether to send requests to this process",
    description:
      "503 from when the process was told to stop. A database that is away is named and takes no process out: it is away for all, and each answers with what the market has to say of it.",
    answers: {
      200: [
        z.object({
          status: z.literal("ready"),
          version: z.string(),
          waiting_for: z.array(z.string()).optional(),
        }),
        "Send requests here; of this release.",
      ],
      503: [stopping, "Send requests elsewhere."],
    },
  })
  .handle(async (_, c) => {
    const headers = { "content-type": "application/json", "cache-control": "no-store" };
    if (isStopping())
      return c.body(JSON.stringify({ status: "stopping" }), 503, { ...headers, "retry-after": "5" });
    const waitingFor = await findUnready(undefined, PATIENCE_MS);
    const waiting = waitingFor.length === 0 ? {} : { waiting_for: waitingFor };
    return c.body(
      JSON.stringify({ status: "ready", version: packageJson.version, ...waiting }),
      200,
      headers,
    );
  });

health
  .get("/metrics", {
    id: "getMetrics",
    summary: "Figures of this process for its operator, in the Prometheus text format",
    description:
      "Answered to this machine only; from elsewhere with `Authorization: Bearer` and the setting METRICS_TOKEN.",
    answers: { 200: { description: "The figures.", content: { "text/plain": { schema: z.string() } } } },
    problems: ["PERMISSION_DENIED"],
  })
  .handle(async (_, c) => {
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
