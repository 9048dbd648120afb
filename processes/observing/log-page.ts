import type http from "node:http";
import { performance } from "node:perf_hooks";
import { countRequest } from "@/lib/web/http/metrics";
import { nameRequest } from "@/lib/web/http/request-id";
import { isLocale } from "@/lib/platform/i18n/paths";
import { logger } from "@/lib/kernel/observability/logger";

/** Next's own files: a page asks for dozens, and none says anything. */
const FILE = /^\/_next\//;
/** First words of pages; what follows them names one of something. */
const FIRST_SEGMENTS: ReadonlySet<string> = new Set(
  (
    "account administration agents api audits compare dashboard device docs drafts errors examples keys ledger login " +
    "outbox owners people publish receipts register reports review settings sign-in skills validate wanted"
  ).split(" "),
);

/**
 * Gives a request to a page or an action an id, which its answer and its log line have, as requests to the agent API do.
 * The line has the path without the query: links of mails are opened by what stands there.
 */
export function logPage(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  trustedHops: number,
): void {
  const startedMs = performance.now();
  const { headers, method = "GET", url = "/" } = request;
  const names = nameRequest(
    { requestId: text(headers["x-request-id"]), traceparent: text(headers["traceparent"]) },
    trustedHops,
  );
  headers["x-request-id"] = names.requestId;
  response.setHeader("x-request-id", names.requestId);
  const path = url.split("?", 1)[0] ?? "/";
  const isFile = FILE.test(path);
  const isAction = headers["next-action"] !== undefined;
  response.once("close", () => {
    const ms = Math.round(performance.now() - startedMs);
    // An answer that did not reach its end was not asked for any more.
    const status = response.writableFinished ? response.statusCode : 499;
    countRequest({ route: isFile ? "file" : routeOf(path), method, status, ms });
    const line = { ...names, method, path, status, ms, ...(isAction ? { action: true } : {}) };
    logger[isFile ? "debug" : "info"](line, "request");
  });
}

const text = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

/** The kind of page: the first word of its path, after the language. */
function routeOf(path: string): string {
  const [first = "", second = ""] = path.split("/").slice(1);
  const word = isLocale(first) ? second : first;
  if (word === "") return "page:/";
  return FIRST_SEGMENTS.has(word) ? `page:/${word}` : "page:other";
}
