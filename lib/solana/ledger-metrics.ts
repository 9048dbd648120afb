import { Gauge, Histogram } from "prom-client";
import { metrics } from "@/lib/kernel/observability/metrics";

const registers = [metrics];

export const ledgerSeconds = new Histogram({
  name: "emporion_ledger_seconds",
  help: "How long the Solana node took, by what came of it: answered, refused, unreachable.",
  labelNames: ["outcome"],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

export const ledgerUp = new Gauge({
  name: "emporion_ledger_up",
  help: "1 while the Solana node answers what this process asks, 0 when it did not the last time.",
  registers,
});
