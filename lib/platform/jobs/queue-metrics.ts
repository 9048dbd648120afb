import { Gauge } from "prom-client";
import { systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { withTimeout } from "@/lib/kernel/with-timeout";
import { countJobs } from "@/lib/platform/jobs/repository";
import { metrics } from "@/lib/kernel/observability/metrics";

/** How long the figures of the queue may keep whoever reads the others waiting. */
const PATIENCE_MS = 2_000;

/** Every process tells the same of them: the queue is the market's. */
const waiting = gauge("emporion_jobs_due", "Jobs that could be worked now, by kind");
const failed = gauge("emporion_jobs_failed", "Jobs set aside after their last attempt, by kind");
const late = new Gauge({
  name: "emporion_jobs_late_seconds",
  help: "How long the oldest job has been waiting for a worker",
  registers: [metrics],
});
const reached = new Gauge({
  name: "emporion_database_up",
  help: "1 when the database answered for these figures, 0 when it did not",
  registers: [metrics],
});

function gauge(name: string, help: string): Gauge<"kind"> {
  return new Gauge({ name, help, labelNames: ["kind"], registers: [metrics] });
}

/** Asks the queue anew, before the figures are read. Never throws: a market without its database is told as that. */
export async function measureQueue(): Promise<void> {
  for (const each of [waiting, failed]) each.reset();
  late.remove();
  const now = systemClock.now();
  try {
    const counts = await withTimeout(countJobs(database(), now), PATIENCE_MS, () => new Error("too slow"));
    reached.set(1);
    for (const { kind, due, setAside } of counts) {
      waiting.set({ kind }, due);
      failed.set({ kind }, setAside);
    }
    const oldest = counts.flatMap(({ dueSince }) => (dueSince ? [dueSince.getTime()] : []));
    late.set(oldest.length === 0 ? 0 : (now.getTime() - Math.min(...oldest)) / 1000);
  } catch {
    reached.set(0);
  }
}
