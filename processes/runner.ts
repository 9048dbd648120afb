import { setTimeout as sleep } from "node:timers/promises";
import { stopBeingReady } from "@/lib/web/http/readiness";
import { currentRunner } from "@/lib/running/runners/current-runner";
import { serveRunner } from "@/lib/running/remote/serve-runner";
import { closeInTurn } from "./connections/connections";
import { loadConfig } from "./load-config";
import { serveMetrics } from "./observing/serve-metrics";

const SHUTDOWN_GRACE_MS = 5_000;

const {
  HOST,
  RUNNER_PORT,
  RUNNER_SECRET = "",
  RUNNER,
  RUNNER_DRAIN_SECONDS,
  STOP_DELAY_SECONDS,
  METRICS_PORT,
} = loadConfig(["RUNNER_SECRET"], {
  of: "runner",
});
if (RUNNER === "remote") {
  console.error("This machine runs skills itself: set RUNNER=auto or another sandbox that it has.");
  process.exit(1);
}

const server = serveRunner(currentRunner(), RUNNER_SECRET);
const close = closeInTurn(server);
server.listen(RUNNER_PORT, HOST, () => console.log(`listening on http://${HOST}:${RUNNER_PORT}`));

if (METRICS_PORT !== 0) serveMetrics({ host: HOST, port: METRICS_PORT });

async function shutDown(): Promise<void> {
  stopBeingReady();
  const { done } = await close(sleep(STOP_DELAY_SECONDS * 1000));
  await currentRunner().close({ graceMs: RUNNER_DRAIN_SECONDS * 1000 });
  // The answers of what has ended are on their way: a market that gets half of one has the call made again.
  await Promise.race([done, sleep(SHUTDOWN_GRACE_MS)]);
  process.exit(0);
}
process.once("SIGTERM", () => void shutDown());
