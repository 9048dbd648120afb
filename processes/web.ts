import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { app } from "@/api/app";
import { isAgentRequest, isLinkOfProgram } from "@/api/is-agent-request";
import { env } from "@/lib/env";
import { currentRunner } from "@/lib/running/current-runner";
import { stampClientAddress } from "@/lib/http/client-address";
import { logger } from "@/lib/observability/logger";
import { setJudge } from "@/lib/vetting/current-judge";
import { judgeInThread } from "@/lib/vetting/vetting-thread";
import { endWithSupervisor } from "./end-with-supervisor";

const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 120_000;
const SHUTDOWN_GRACE_MS = 5_000;

endWithSupervisor();
const { HOST: hostname, PORT: port, NODE_ENV, TRUSTED_PROXY_HOPS } = env();
// Next writes loopback addresses as `localhost` in the requests its proxy sees, and takes a rewrite to any other name
// for one to another server.
const pages = next({ dev: NODE_ENV === "development", hostname: "localhost", port });
await pages.prepare();
const renderPage = pages.getRequestHandler();
const answerAgent = getRequestListener(app.fetch);
const vetting = judgeInThread(new URL("./vetting-thread.mjs", import.meta.url));
setJudge(vetting.judge);

// One listener: paths of the agent API go to Hono, everything else is a page.
const server = http.createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    logger.error({ error }, "a request ended without an answer");
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
server.headersTimeout = HEADERS_TIMEOUT_MS;
server.requestTimeout = REQUEST_TIMEOUT_MS;
if (NODE_ENV === "development") {
  const upgrade = pages.getUpgradeHandler();
  server.on("upgrade", (...connection) => void upgrade(...connection));
}
server.listen(port, hostname, () => console.log(`listening on http://${hostname}:${port}`));

/** Next answers 500 where an address cannot be decoded; it is the caller's mistake. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const forAgents = isAgentRequest(request) || (await isDeadLinkOfProgram(request));
  // The agent API looks at the socket itself, and would count the trusted proxies a second time.
  if (!forAgents) stampClientAddress(request, TRUSTED_PROXY_HOPS);
  if (!isDecodable(request.url ?? "/")) {
    response.writeHead(400, { "content-type": "text/plain; charset=utf-8" });
    response.end("This address is not well-formed. Go back, or start at the front page.\n");
    return;
  }
  await (forAgents ? answerAgent(request, response) : renderPage(request, response));
}

async function isDeadLinkOfProgram({ method, url = "/", headers }: http.IncomingMessage): Promise<boolean> {
  return isLinkOfProgram({ method, url, accept: headers.accept }) && !(await app.request(url)).ok;
}

async function shutDown(): Promise<void> {
  server.closeIdleConnections();
  const closed = new Promise((resolve) => server.close(resolve));
  // Paid calls under way are stopped and give their grants back at once, instead of when they are found stale.
  await currentRunner().close();
  await vetting.close();
  await Promise.race([closed, sleep(SHUTDOWN_GRACE_MS)]);
  process.exit(0);
}
process.once("SIGTERM", () => void shutDown());
