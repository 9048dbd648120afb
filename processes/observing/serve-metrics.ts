import http from "node:http";
import { mayReadMetrics } from "@/lib/web/http/metrics";
import { isStopping } from "@/lib/web/http/readiness";
import { collectProcessMetrics, metrics } from "@/lib/kernel/observability/metrics";
import { logFailure } from "@/lib/kernel/observability/logger";

interface Answer {
  status: number;
  type: string;
  body: string;
}

const JSON_TYPE = "application/json";

/**
 * The figures and the health of a process that has no requests to answer, on a port of its own. `measure` asks anew for
 * what is not counted as it happens.
 */
export function serveMetrics(
  { host, port }: { host: string; port: number },
  measure: () => Promise<unknown> = () => Promise.resolve(),
): http.Server {
  const server = http.createServer((request, response) => {
    void answerOrSayWhy(request, measure).then(({ status, type, body }) =>
      response
        .writeHead(status, { "content-type": type, "cache-control": "no-store" })
        .end(request.method === "HEAD" ? "" : body),
    );
  });
  server.unref();
  return server.listen(port, host);
}

async function answerOrSayWhy(
  request: http.IncomingMessage,
  measure: () => Promise<unknown>,
): Promise<Answer> {
  try {
    return await answerTo(request, measure);
  } catch (error) {
    logFailure(error, {}, "the figures could not be told");
    return { status: 500, type: "text/plain", body: "" };
  }
}

async function answerTo(
  { url = "/", headers, socket }: http.IncomingMessage,
  measure: () => Promise<unknown>,
): Promise<Answer> {
  const path = url.split("?", 1)[0];
  if (path === "/healthz") return told(200, "ok");
  if (path === "/readyz") return isStopping() ? told(503, "stopping") : told(200, "ready");
  if (path !== "/metrics") return { status: 404, type: "text/plain", body: "" };
  const { host = "", authorization } = headers;
  if (!mayReadMetrics({ address: socket.remoteAddress ?? "", host, authorization }))
    return { status: 403, type: "text/plain", body: "The figures are for the operator of this server.\n" };
  collectProcessMetrics();
  await measure();
  return { status: 200, type: metrics.contentType, body: await metrics.metrics() };
}

const told = (status: number, word: string): Answer => ({
  status,
  type: JSON_TYPE,
  body: JSON.stringify({ status: word }),
});
