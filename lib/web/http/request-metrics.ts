import { Histogram } from "prom-client";
import { metrics } from "@/lib/kernel/observability/metrics";

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
