import { Gauge } from "prom-client";
import type pg from "pg";
import { metrics } from "@/lib/kernel/observability/metrics";

/** What the pool of this process's connections is doing, whenever the figures are read. */
export function showPool(poolOf: () => pg.Pool | undefined): void {
  if (metrics.getSingleMetric(NAME)) return;
  const connections = new Gauge({
    name: NAME,
    help: "Connections to the database of this process: in use, idle, and how many wait for one.",
    labelNames: ["state"],
    registers: [],
    collect() {
      const pool = poolOf();
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pool ?? {};
      this.set({ state: "used" }, totalCount - idleCount);
      this.set({ state: "idle" }, idleCount);
      this.set({ state: "waiting" }, waitingCount);
    },
  });
  metrics.registerMetric(connections);
}

const NAME = "emporion_database_connections";
