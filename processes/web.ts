import http from "node:http";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { app } from "@/api/app";
import { env } from "@/lib/env";
import { logger } from "@/lib/observability/logger";

const AGENT_PATHS = /^\/(v1|api\/v1|api\/search|mcp|\.well-known|healthz|readyz|metrics)(\/|\?|$)/;
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 120_000;

const { HOST: hostname, PORT: port, NODE_ENV } = env();
const pages = next({ dev: NODE_ENV === "development", hostname, port });
await pages.prepare();
const renderPage = pages.getRequestHandler();
const answerAgent = getRequestListener(app.fetch);

// One listener: paths of the agent API go to Hono, everything else is a page.
const server = http.createServer((request, response) => {
  const answer = AGENT_PATHS.test(request.url ?? "") ? answerAgent : renderPage;
  Promise.resolve(answer(request, response)).catch((error: unknown) => {
    logger.error({ error }, "a request ended without an answer");
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
server.headersTimeout = HEADERS_TIMEOUT_MS;
server.requestTimeout = REQUEST_TIMEOUT_MS;
if (NODE_ENV === "development") server.on("upgrade", pages.getUpgradeHandler());
server.listen(port, hostname, () => console.log(`listening on http://${hostname}:${port}`));

process.on("SIGTERM", () => {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), 5_000).unref();
});
