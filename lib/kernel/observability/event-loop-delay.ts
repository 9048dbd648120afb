import { monitorEventLoopDelay } from "node:perf_hooks";
import { Histogram } from "prom-client";
import { metrics } from "@/lib/kernel/observability/metrics";

const RESOLUTION_MS = 10;
const SAMPLE_MS = 1_000;
const NANOSECONDS_PER_MS = 1e6;

/** Watches how long this process does nothing but one piece of work, so that nobody else is answered. */
export function watchEventLoop(): { longestMs: () => number; stop: () => void } {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  return {
    /** The longest time since it was asked last. */
    longestMs() {
      const longest = delays.count === 0 ? 0 : delays.max / NANOSECONDS_PER_MS - RESOLUTION_MS;
      delays.reset();
      return Math.max(0, longest);
    },
    stop: () => delays.disable(),
  };
}

let collecting = false;

/** Shows in the metrics how long the event loop stood still at most, second by second. Once for a process. */
export function collectEventLoopDelay(): void {
  if (collecting) return;
  collecting = true;
  const longest = new Histogram({
    name: "emporion_event_loop_delay_seconds",
    help: "The longest time in each second for which the event loop stood still.",
    buckets: [0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  });
  const watch = watchEventLoop();
  setInterval(() => longest.observe(watch.longestMs() / 1000), SAMPLE_MS).unref();
}
