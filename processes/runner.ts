import { env } from "@/lib/env";
import { currentRunner } from "@/lib/running/current-runner";
import { serveRunner } from "@/lib/running/remote/serve-runner";

const { HOST, RUNNER_PORT, RUNNER_SECRET, RUNNER, RUNNER_DRAIN_SECONDS } = env();
if (RUNNER_SECRET === undefined) throw new Error("A worker that runs skills needs RUNNER_SECRET.");
if (RUNNER === "remote") throw new Error("A worker runs skills itself: set RUNNER=auto or gvisor.");

const server = serveRunner(currentRunner(), RUNNER_SECRET);
server.listen(RUNNER_PORT, HOST, () => console.log(`listening on http://${HOST}:${RUNNER_PORT}`));
process.once("SIGTERM", () => {
  server.close();
  void currentRunner()
    .close({ graceMs: RUNNER_DRAIN_SECONDS * 1000 })
    .then(() => process.exit(0));
});
