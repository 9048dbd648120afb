import { collectDefaultMetrics, Registry } from "prom-client";

/** What operators can read of one process, in the Prometheus text format. Nothing in it names a person or a skill. */
export const metrics = new Registry();

let collecting = false;

/** Adds memory, CPU and event loop of the process, once. */
export function collectProcessMetrics(): void {
  if (collecting) return;
  collecting = true;
  collectDefaultMetrics({ register: metrics, prefix: "emporion_" });
}
