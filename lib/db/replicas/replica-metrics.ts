import { Counter, Gauge } from "prom-client";
import { metrics } from "@/lib/kernel/observability/metrics";

export interface ReplicaFigures {
  name: string;
  isUsed: boolean;
  /** How old its rows can be. */
  lagMs: number;
}

let figuresOf: () => readonly ReplicaFigures[] = () => [];

const readings = new Counter({
  name: "emporion_replica_reads_total",
  help: "Public answers that were made anew, by what they were made from; none without replicas.",
  labelNames: ["from"],
  registers: [metrics],
});

const gauge = (name: string, help: string, valueOf: (figures: ReplicaFigures) => number) =>
  new Gauge({
    name,
    help,
    labelNames: ["replica"],
    registers: [metrics],
    collect() {
      for (const each of figuresOf()) this.set({ replica: each.name }, valueOf(each));
    },
  });

gauge(
  "emporion_replica_lag_seconds",
  "How old the rows of a replica can be; +Inf where nothing tells.",
  ({ lagMs }) => lagMs / 1_000,
);
gauge("emporion_replica_used", "1 while a replica is read from.", ({ isUsed }) => Number(isUsed));

/** Shows, whenever the figures are read, which replicas are used and how old their rows can be. */
export function showReplicas(figures: () => readonly ReplicaFigures[]): void {
  figuresOf = figures;
}

/** Counts a public answer that was made, by what it was made from, in a market that has replicas. */
export function countReading(from: "replica" | "primary"): void {
  readings.inc({ from });
}
