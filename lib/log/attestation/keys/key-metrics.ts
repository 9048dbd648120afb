import { Gauge } from "prom-client";
import { platformKey } from "@/lib/log/attestation/current-platform-key";
import { standingOfKey, type KeyStanding } from "@/lib/log/attestation/keys/assert-may-sign";
import { systemClock } from "@/lib/kernel/clock";
import { metrics } from "@/lib/kernel/observability/metrics";
import { withTimeout } from "@/lib/kernel/with-timeout";

/** How long this figure may keep whoever reads the others waiting. */
const PATIENCE_MS = 2_000;
const STATES: KeyStanding["state"][] = ["current", "ending", "refused"];

const standing = new Gauge({
  name: "emporion_platform_key",
  help: "1 for what the key of this process is: current, ending (it was replaced), or refused (it may not sign)",
  labelNames: ["state"],
  registers: [metrics],
});

/** Asks anew, before the figures are read. Never throws: without the database there is no figure. */
export async function measurePlatformKey(): Promise<void> {
  standing.reset();
  try {
    const asking = standingOfKey(platformKey().keyId, systemClock.now());
    const { state } = await withTimeout(asking, PATIENCE_MS, () => new Error("too slow"));
    for (const each of STATES) standing.set({ state: each }, each === state ? 1 : 0);
  } catch {
    // `emporion_database_up` says so
  }
}
