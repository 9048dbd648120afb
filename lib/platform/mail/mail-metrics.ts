import { Gauge } from "prom-client";
import { database } from "@/lib/db/client";
import { withTimeout } from "@/lib/kernel/with-timeout";
import { metrics } from "@/lib/kernel/observability/metrics";
import { countWaiting } from "@/lib/platform/mail/repository";

/** How long this figure may keep whoever reads the others waiting. */
const PATIENCE_MS = 2_000;

const waiting = new Gauge({
  name: "emporion_mails_waiting",
  help: "Mails that were not sent yet",
  registers: [metrics],
});

/** Counts anew, before the figures are read. Never throws: without the database there is no figure. */
export async function measureMails(): Promise<void> {
  waiting.remove();
  try {
    waiting.set(await withTimeout(countWaiting(database()), PATIENCE_MS, () => new Error("too slow")));
  } catch {
    // `emporion_database_up` says so
  }
}
