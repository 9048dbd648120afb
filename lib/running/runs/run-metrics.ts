import { Counter, Gauge, Histogram } from "prom-client";
import { metrics } from "@/lib/kernel/observability/metrics";

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const registers = [metrics];

export const runsActive = new Gauge({
  name: "emporion_runs_active",
  help: "Skills that run at the moment.",
  registers,
});

export const runsWaiting = new Gauge({
  name: "emporion_runs_waiting",
  help: "Runs that wait for a place.",
  registers,
});

export const runsEnded = new Counter({
  name: "emporion_runs_total",
  help: "Runs that ended, by language and by what ended them.",
  labelNames: ["runtime", "ended_by"],
  registers,
});

export const runsRefused = new Counter({
  name: "emporion_runs_refused_total",
  help: "Runs that were turned away before they began, by error code.",
  labelNames: ["code"],
  registers,
});

export const queueSeconds = new Histogram({
  name: "emporion_run_queue_seconds",
  help: "Time a run waited for its place.",
  buckets: SECONDS,
  registers,
});

export const runSeconds = new Histogram({
  name: "emporion_run_seconds",
  help: "Wall time of a run, the start of its sandbox included.",
  labelNames: ["runtime", "start"],
  buckets: SECONDS,
  registers,
});
