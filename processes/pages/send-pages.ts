import type http from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { logFailure, logger } from "@/lib/kernel/observability/logger";
import { codingFor } from "@/lib/web/http/answer-headers";
import { isGonePage } from "@/lib/web/http/gone-page";
import { watchRequest, type WatchedRequest } from "@/lib/web/http/watched-request";
import { barePage } from "./bare-page";
import { plainPage } from "./page-policy";
import type { cachePages, CachePage } from "./cache-pages";
import { findUnready } from "@/lib/web/http/readiness";
import { ASKED_PAGE_HEADER, FAILURE_HEADER, isLocale } from "@/lib/platform/i18n/paths";
import { failedByOutage } from "./failures";

/** The page of `app/[locale]/not-found-page`. */
const NOT_FOUND_PAGE = "/not-found-page";
/** The page of `app/[locale]/failed-page`. */
const FAILED_PAGE = "/failed-page";
const PASSED_HEADERS = ["cookie", "accept-language"] as const;
const PATIENCE_MS = 5_000;
const EMPTY = '<!DOCTYPE html><html id="__next_error__">';
/** Next's name for a failure, as it stands in what its scripts would read; the log has it too. */
const DIGEST = /digest\\?":\\?"(\d{1,12})/;
const UNKNOWN_DIGEST = "0";
const RETRY_AFTER_SECONDS = "5";
/** What Next answers where not even its own page for failures can be read. */
const NO_PAGE_AT_ALL = "Internal Server Error";

/** A document, the policy that lets its scripts run, and its status. */
interface WholePage {
  html: string;
  policy: string;
  status: number;
  headers: Record<string, string>;
}

/**
 * What is sent in place of the empty document that Next answers where a page found nothing or failed, which scripts
 * would fill; null for any other answer, and where the whole page cannot be had; of a market that is away the sentences
 * alone are sent then. `unready` names what the process does not reach.
 */
async function wholePageFor(
  request: http.IncomingMessage,
  { status, html }: { status: number; html: string },
  unready: () => Promise<string[]> = findUnready,
): Promise<WholePage | null> {
  if (!html.startsWith(EMPTY) && html !== NO_PAGE_AT_ALL) return null;
  if (status === 404) return fetchPage(request, NOT_FOUND_PAGE, { status, headers: {} });
  // The page that says what failed can fail too; whoever asked for it here is answered without it.
  if (status !== 500 || request.headers[ASKED_PAGE_HEADER] !== undefined) return null;
  const digest = DIGEST.exec(html)?.[1] ?? UNKNOWN_DIGEST;
  if (failedByOutage(digest) || (await unready()).length > 0) {
    const headers = { "retry-after": RETRY_AFTER_SECONDS, "cache-control": "no-store" };
    return (await fetchPage(request, FAILED_PAGE, { status: 503, headers })) ?? bare(request);
  }
  return fetchPage(request, FAILED_PAGE, { status, headers: {} }, digest);
}

const bare = ({ url = "/", headers }: http.IncomingMessage): WholePage =>
  barePage("unavailable", { path: url, acceptLanguage: headers["accept-language"] });

/**
 * Asks this same server for a whole page in the language of `request`. One that says what failed knows nobody: that may
 * be what failed.
 */
async function fetchPage(
  request: http.IncomingMessage,
  page: string,
  answer: Pick<WholePage, "status" | "headers">,
  digest?: string,
): Promise<WholePage | null> {
  const { localAddress = "127.0.0.1", localPort } = request.socket;
  const host = localAddress.includes(":") ? `[${localAddress}]` : localAddress;
  const { url = "/" } = request;
  const [asked = "/"] = url.split("?", 1);
  const language = asked.split("/", 2)[1] ?? "";
  const prefix = isLocale(language) ? `/${language}` : "";
  const headers = new Headers({ [ASKED_PAGE_HEADER]: asked.slice(prefix.length) || "/" });
  if (digest !== undefined) headers.set(FAILURE_HEADER, digest);
  for (const name of PASSED_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined && (name !== "cookie" || answer.status === 404)) headers.set(name, value);
  }
  try {
    const response = await fetch(`http://${host}:${localPort}${prefix}${page}${url.slice(asked.length)}`, {
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.status >= 500) return null;
    const policy = response.headers.get("content-security-policy") ?? "";
    return { html: await response.text(), policy, ...answer };
  } catch (error) {
    logger.warn({ err: error }, "a whole page could not be had; scripts will draw it");
    return null;
  }
}

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>;

const compress = promisify(gzip);
const HTML = "text/html; charset=utf-8";
/** Where not even its page for failures can be read, Next answers a sentence without a type. */
const FAILED = 500;
/**
 * Next's own files, and the files that are none: they pass as they are, compressed by Next. Any other name leads to a
 * page, or to none.
 */
const NO_PAGE =
  /^\/(?:_next\/|api\/|(?:favicon\.(?:svg|ico)|icon-\d+\.png|apple-touch-icon\.png|opengraph\.png|manifest\.webmanifest|skills\/[^/]+\/badge\.svg|(?:sitemap|opensearch)\.xml|robots\.txt)$)/;

/**
 * Sends what `renderPage` answers; an HTML answer is held until it is whole and compressed here. In its place readers
 * get the whole page that says "not found", or what failed, where Next leaves that to scripts, a page of something that
 * is gone has its status (`isGonePage`), and a page without React leaves it out (`plainPage`; `script` is the address
 * of the plain pages' module, null in development; `unready` names what the process does not reach). Everything else
 * passes untouched. `keep` sends public pages again that were made before.
 */
export function sendPages(
  renderPage: Handler,
  script: string | null,
  unready?: () => Promise<string[]>,
  keep?: ReturnType<typeof cachePages>,
): Handler {
  return async (request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const faults: WatchedRequest = { hasBody: request.method === "POST", hasBegun: false, status: null };
    if (NO_PAGE.test(path)) return watchRequest(faults, () => renderPage(request, response));
    const render = (keeper: CachePage | null) => renderHeld(request, response, { path, faults, keeper });
    return keep === undefined ? render(null) : keep(request, response, render);
  };

  function renderHeld(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    { path, faults, keeper }: { path: string; faults: WatchedRequest; keeper: CachePage | null },
  ): Promise<void> {
    const accepted = request.headers["accept-encoding"];
    const compressed = codingFor(Array.isArray(accepted) ? accepted.join() : accepted, ["gzip"]) !== null;
    // Next would compress before anybody can read what it sends.
    delete request.headers["accept-encoding"];
    holdPage(response, { compressed, faults, keeper }, async (html) => {
      if (isNoPage(response)) {
        const { url = "/", headers } = request;
        const bare = barePage("misread", { path: url, acceptLanguage: headers["accept-language"] });
        response.setHeaders(new Headers({ "content-security-policy": bare.policy, "content-type": HTML }));
        return bare.html;
      }
      if (path.endsWith(NOT_FOUND_PAGE)) response.statusCode = 404;
      if (isGonePage(html)) response.statusCode = 410;
      const whole = await wholePageFor(request, { status: response.statusCode, html }, unready);
      if (whole) {
        response.statusCode = whole.status;
        const headers = { ...whole.headers, "content-security-policy": whole.policy, "content-type": HTML };
        response.setHeaders(new Headers(headers));
      }
      const page = whole?.html ?? html;
      // The answer to a form may hold what the form was sent with, which only React can carry on.
      return script === null || request.method === "POST" ? page : plainPage(page, script);
    });
    return watchRequest(faults, () => renderPage(request, response));
  }
}

/** The framework refuses a form with a status and a word without markup. */
const isNoPage = (response: http.ServerResponse) =>
  response.statusCode >= 400 && response.statusCode < FAILED && typeOf(response).startsWith("text/plain");

const typeOf = (response: http.ServerResponse) => String(response.getHeader("content-type") ?? "");

/** Makes `response` keep an HTML body until its end, and then send what `change` makes of it. */
function holdPage(
  response: http.ServerResponse,
  { compressed, faults, keeper }: { compressed: boolean; faults: WatchedRequest; keeper: CachePage | null },
  change: (html: string) => Promise<string>,
): void {
  const send = { write: response.write.bind(response), end: response.end.bind(response) };
  const flush = response.flushHeaders.bind(response);
  const writeHead = response.writeHead.bind(response);
  const parts: Buffer[] = [];
  let ended = false;
  const isPage = () => {
    const type = typeOf(response);
    if (type === "") return response.statusCode === FAILED;
    return type.startsWith("text/html") || (response.statusCode >= 400 && type.startsWith("text/plain"));
  };
  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === "string") {
      parts.push(
        Buffer.from(chunk, Buffer.isEncoding(String(encoding)) ? (encoding as BufferEncoding) : "utf8"),
      );
    } else if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk));
  };
  response.flushHeaders = () => {
    if (!isPage()) flush();
  };
  // Next's compression asks for the head before the first byte, whether it compresses or not.
  response.writeHead = ((...given: Parameters<typeof writeHead>) => {
    if (!isPage() && faults.status !== null && given[0] === FAILED) given[0] = faults.status;
    if (ended || !isPage() || given.length > 1) return writeHead(...given);
    response.statusCode = given[0];
    return response;
  }) as typeof response.writeHead;
  response.write = ((...given: Parameters<typeof send.write>) => {
    if (response.headersSent || !isPage()) return send.write(...given);
    keep(given[0], given[1]);
    given.find(isCallback)?.();
    return true;
  }) as typeof response.write;
  response.end = ((...given: Parameters<typeof send.end>) => {
    // The framework tells a failure again, when all has been said.
    if (ended || response.writableEnded) return response;
    if (response.headersSent || !isPage()) return send.end(...given);
    keep(given[0], given[1]);
    ended = true;
    void finish(Buffer.concat(parts).toString("utf8"), given.find(isCallback));
    return response;
  }) as typeof response.end;

  /** What failed as nobody could read what was sent is no failure of the market. */
  function blameCaller(): void {
    if (faults.status === null || response.statusCode !== FAILED) return;
    response.statusCode = faults.status;
    response.setHeader("content-type", "text/plain");
  }

  async function finish(held: string, done: (() => void) | undefined): Promise<void> {
    try {
      blameCaller();
      const html = await change(held);
      if (keeper?.(html, send.end)) return;
      // What goes on failing sets it again until the page is on its way.
      const { statusCode } = response;
      const body = compressed && html !== "" ? await compress(html) : Buffer.from(html);
      if (html !== "") response.setHeader("content-length", body.length);
      if (compressed && html !== "") response.setHeader("content-encoding", "gzip");
      response.statusCode = statusCode;
      send.end(body, done);
    } catch (error) {
      logFailure(error, {}, "a page could not be sent");
      response.destroy();
    }
  }
}

function isCallback(value: unknown): value is () => void {
  return typeof value === "function";
}
