import { currentRunner } from "@/lib/running/current-runner";
import { serveRunner } from "@/lib/running/remote/serve-runner";
import { settingsOrEnd } from "./settings-or-end";

const {
  HOST,
  RUNNER_PORT,
  RUNNER_SECRET = "",
  RUNNER,
  RUNNER_DRAIN_SECONDS,
} = settingsOrEnd(["RUNNER_SECRET"]);
if (RUNNER === "remote") {
  console.error("This machine runs skills itself: set RUNNER=auto or another sandbox that it has.");
  process.exit(1);
}

const server = serveRunner(currentRunner(), RUNNER_SECRET);
server.listen(RUNNER_PORT, HOST, () => console.log(`listening on http://${HOST}:${RUNNER_PORT}`));
process.once("SIGTERM", () => {
  server.close();
  void currentRunner()
    .close({ graceMs: RUNNER_DRAIN_SECONDS * 1000 })
    .then(() => process.exit(0));
});
