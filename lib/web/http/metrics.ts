import { env } from "@/lib/platform/config/env";
import { isLoopbackHost } from "@/lib/web/http/client-address";
import { isSameSecret } from "@/lib/kernel/digest";
import { Histogram } from "prom-client";
import { metrics } from "@/lib/kernel/observability/metrics";

const BEARER = /^Bearer +(\S+)$/i;
const LOOPBACK = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^(?:0:0:0:0::\/64|::1)$/;

/**
 * Whether whoever asks may read the figures of a process. With METRICS_TOKEN it alone decides: behind a proxy on the
 * same machine everybody comes from it. Without one this machine may. A page of another site in the operator's browser
 * comes from this machine too: where its name was pointed here, the name tells.
 */
export function mayReadMetrics(
  asked: { address: string; host: string; authorization: string | undefined },
  token = env().METRICS_TOKEN,
): boolean {
  if (token === undefined) return LOOPBACK.test(asked.address) && isLoopbackHost(asked.host);
  return isSameSecret(BEARER.exec(asked.authorization ?? "")?.[1] ?? "", token);
}

const seconds = new Histogram({
  name: "emporion_request_seconds",
  help: "How long requests took to be answered, by route, method and status.",
  labelNames: ["route", "method", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
});

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Counts an answered request. `route` is one of few names, never an address: each that anybody makes up would be a
 * figure of its own.
 */
export function countRequest(asked: { route: string; method: string; status: number; ms: number }): void {
  const { route, status, ms } = asked;
  const method = METHODS.has(asked.method) ? asked.method : "other";
  seconds.observe({ route, method, status: String(status) }, ms / 1000);
}
