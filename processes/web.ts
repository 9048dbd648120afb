import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import next from "next";
import { findMarketPackage, MARKET_PACKAGES } from "@/lib/web/documents/market-packages";
import { joinReplicas } from "@/lib/duties/joining/join-replicas";
import { findUnready, stopBeingReady } from "@/lib/web/http/readiness";
import { currentRunner, shareSlots } from "@/lib/running/runners/current-runner";
import { collectEventLoopDelay } from "@/lib/kernel/observability/event-loop-delay";
import { logFailure, logger } from "@/lib/kernel/observability/logger";
import { useThreads } from "@/lib/kernel/threads/off-thread";
import { ThreadPool } from "@/lib/kernel/threads/thread-pool";
import { setScanner } from "@/lib/vetting/current-scanner";
import { judgeInThread } from "@/lib/vetting/vetting-thread";
import { answerWith } from "./answer-request";
import { closeInTurn, limitConnections } from "./connections/connections";
import { answerUnreadable } from "./connections/answer-unreadable";
import { dropFramesOfAborts } from "./drop-frames-of-aborts";
import { startTracing } from "./observing/start-tracing";
import { pageHandler } from "./pages/page-handler";
import { endWithSupervisor } from "./end-with-supervisor";
import { logConsole } from "./pages/failures";
import { joinOrEnd } from "./join-or-end";
import { loadConfig } from "./load-config";
import { rejectOverload } from "./connections/reject-overload";

const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 120_000;
/**
 * Longer than balancers keep a connection on which nothing comes (mostly a minute): who closes first may do so just as
 * the other sends a request, which is then lost.
 */
const IDLE_CONNECTION_MS = 75_000;
const SHUTDOWN_GRACE_MS = 2_000;

endWithSupervisor();
dropFramesOfAborts();
const {
  HOST: hostname,
  PORT: port,
  NODE_ENV,
  TRUSTED_PROXY_HOPS,
  RUNNER_DRAIN_SECONDS,
  STOP_DELAY_SECONDS,
  APP_URL,
} = loadConfig(["DATABASE_URL", "NEXTAUTH_SECRET"]);
const sendLastSpans = await startTracing("web");
await joinOrEnd(joinReplicas);
// Without it next-auth believes what the request says of its host.
process.env["NEXTAUTH_URL"] = APP_URL;
// Next writes loopback addresses as `localhost` in the requests its proxy sees, and takes a rewrite to any other name
// for one to another server.
const pages = next({ dev: NODE_ENV === "development", hostname: "localhost", port });
await pages.prepare();
if (NODE_ENV !== "development") logConsole();
const answer = answerWith(pageHandler(pages, { dev: NODE_ENV === "development" }), TRUSTED_PROXY_HOPS);
const vetting = judgeInThread(new URL("./vetting-thread.mjs", import.meta.url));
setScanner(vetting.judge);
const threads = new ThreadPool(new URL("./reading-thread.mjs", import.meta.url));
useThreads(threads);
shareSlots();

// In development Next takes the upgrades of this server by itself; a second listener would answer the same handshake
// twice, and no page would come alive.
const server = http.createServer((request, response) => {
  const answered = isSurplus(request.socket) ? rejectOverload(request, response) : answer(request, response);
  answered.catch((error: unknown) => {
    logFailure(error, {}, "a request ended without an answer");
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
const close = closeInTurn(server);
const isSurplus = limitConnections(server);
answerUnreadable(server);
server.headersTimeout = HEADERS_TIMEOUT_MS;
server.requestTimeout = REQUEST_TIMEOUT_MS;
server.keepAliveTimeout = IDLE_CONNECTION_MS;
// Loads the database client, which pages share, before anybody comes: where a crowd at the start has taken every file
// that may be open, its modules cannot be read, and a module that once could not be is never tried again.
await findUnready();
for (const name of MARKET_PACKAGES)
  logger.info({ package: name, sha256: findMarketPackage(name)?.sha256 ?? null }, "a package of the clients");
collectEventLoopDelay(); // not before: the modules that are loaded until here are nobody's delay
server.listen(port, hostname, () => console.log(`listening on http://${hostname}:${port}`));

async function shutDown(): Promise<void> {
  stopBeingReady();
  const { done } = await close(sleep(STOP_DELAY_SECONDS * 1000));
  // What runs may end by itself for a while. Then it is stopped, and paid calls give their grants back at once instead
  // of when they are found stale.
  await currentRunner().close({ graceMs: RUNNER_DRAIN_SECONDS * 1000 });
  await vetting.close();
  await threads.close();
  await Promise.race([done, sleep(SHUTDOWN_GRACE_MS)]);
  await sendLastSpans();
  process.exit(0);
}
process.once("SIGTERM", () => void shutDown());
