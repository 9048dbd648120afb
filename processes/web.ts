import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { app } from "@/api/app";
import { env } from "@/lib/env";
import { currentRunner } from "@/lib/running/current-runner";
import { stampClientAddress } from "@/lib/http/client-address";
import { logger } from "@/lib/observability/logger";
import { endWithSupervisor } from "./end-with-supervisor";

const AGENT_PATHS = /^\/(v1|api\/v1|api\/search|mcp|\.well-known|healthz|readyz|metrics)(\/|\?|$)/;
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

// One listener: paths of the agent API go to Hono, everything else is a page. In development Next takes the upgrades of this
// server by itself; a second listener would answer the same handshake twice, and no page would come alive.
const server = http.createServer((request, response) => {
  stampClientAddress(request, TRUSTED_PROXY_HOPS);
  if (!isDecodable(request.url ?? "/")) {
    response.writeHead(400, { "content-type": "text/plain; charset=utf-8" });
    response.end("This address is not well-formed. Go back, or start at the front page.\n");
    return;
  }
  const answer = AGENT_PATHS.test(request.url ?? "") ? answerAgent : renderPage;
  Promise.resolve(answer(request, response)).catch((error: unknown) => {
    logger.error({ error }, "a request ended without an answer");
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
server.headersTimeout = HEADERS_TIMEOUT_MS;
server.requestTimeout = REQUEST_TIMEOUT_MS;
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

async function shutDown(): Promise<void> {
  server.closeIdleConnections();
  const closed = new Promise((resolve) => server.close(resolve));
  // Paid calls under way are stopped and give their grants back at once, instead of when they are found stale.
  await currentRunner().close();
  await Promise.race([closed, sleep(SHUTDOWN_GRACE_MS)]);
  process.exit(0);
}
process.once("SIGTERM", () => void shutDown());
