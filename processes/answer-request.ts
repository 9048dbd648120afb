import type http from "node:http";
import { answerAgent, app } from "@/api/app";
import { checkOfLink, isAgentRequest, isLinkOfProgram } from "@/api/is-agent-request";
import { env } from "@/lib/platform/config/env";
import { DomainError } from "@/lib/kernel/errors";
import { askedBy } from "@/lib/kernel/threads/who-asks";
import { addressOf, networkOf, stampClientAddress } from "@/lib/web/http/client-address";
import { logger } from "@/lib/kernel/observability/logger";
import { problemResponse } from "@/lib/web/http/problems/problem";
import { cutStalledReader, lingeringClose } from "./connections/connections";
import { ALLOWED, findOddity, isWellFormed, type Oddity } from "./find-odd-request";
import { barePage } from "./pages/bare-page";
import { performance } from "node:perf_hooks";
import { countRequest } from "@/lib/web/http/metrics";
import { nameRequest } from "@/lib/web/http/request-id";
import { isLocale } from "@/lib/platform/i18n/paths";

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
function logPage(request: http.IncomingMessage, response: http.ServerResponse, trustedHops: number): void {
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

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>;

/** Answers a request to the one listener: paths of the agent API go to Hono, everything else to `renderPage`. */
export function answerWith(renderPage: Handler, trustedHops: number): Handler {
  return async (request, response) => {
    cutStalledReader(response);
    await askedBy(networkOf(addressOf(request, trustedHops)), () => answer(request, response));
  };

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    readTarget(request);
    // A probe of HTTP/1.0 names no host.
    request.headers.host ??= new URL(env().APP_URL).host;
    const deadStatus = await statusOfDeadLink(request);
    const forAgents = isAgentRequest(request) || (deadStatus !== null && isProgram(request));
    if (deadStatus !== null && !forAgents) setPageStatus(response, deadStatus);
    // The agent API looks at the socket itself, and would count the trusted proxies a second time.
    if (!forAgents) {
      logPage(request, response, trustedHops);
      stampClientAddress(request, trustedHops);
    }
    lingeringClose(request, response);
    if (forAgents && !isWellFormed(request.url ?? "/")) return sendProblem(response, notWellFormed());
    const oddity = forAgents ? null : findOddity(request);
    if (oddity !== null) return refuse(request, response, oddity);
    await (forAgents ? answerAgent(request, response) : renderPage(request, response));
  }
}

/** A request line may name the whole address (RFC 9112, 3.2.2): what counts of it is the path. */
function readTarget(request: http.IncomingMessage): void {
  const { url = "/" } = request;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return;
  const { pathname, search } = new URL(url);
  request.url = pathname + search;
}

/** A page of sentences, or a problem for what is no page. */
async function refuse(
  { url = "/", method, headers }: http.IncomingMessage,
  response: http.ServerResponse,
  oddity: Oddity,
): Promise<void> {
  if (oddity === "options") {
    response.writeHead(204, { allow: ALLOWED });
    response.end();
    return;
  }
  logger.debug({ method, oddity }, "a request was refused"); // its line says the rest
  const isMethod = oddity === "method";
  if (url.startsWith("/api/")) return sendProblem(response, isMethod ? noSuchMethod() : notWellFormed());
  const said = { path: url, acceptLanguage: headers["accept-language"] };
  const page = barePage(isMethod ? "misread" : oddity, said);
  response.writeHead(isMethod ? 405 : page.status, {
    ...(isMethod ? { allow: ALLOWED } : {}),
    ...page.headers,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": page.policy,
    "x-content-type-options": "nosniff",
  });
  response.end(page.html);
}

const notWellFormed = () =>
  new DomainError(
    "REQUEST_INVALID",
    "The address is not well-formed: its % escapes must be UTF-8 without NUL, its parameters few.",
  );

const noSuchMethod = () => new DomainError("METHOD_NOT_ALLOWED", "This method is not answered here.");

/** Every failure of the agent API is problem details, these too (USK v1.0 AG4). */
async function sendProblem(response: http.ServerResponse, failure: DomainError): Promise<void> {
  const problem = problemResponse(failure);
  response.writeHead(problem.status, {
    ...Object.fromEntries(problem.headers),
    "x-content-type-options": "nosniff",
  });
  response.end(await problem.text());
}

const isProgram = ({ method, url, headers }: http.IncomingMessage) =>
  isLinkOfProgram({ method, url, accept: headers.accept });

/**
 * What a program is told of a mailed link that leads nowhere, is too old or was used; null for links that work and
 * other pages.
 */
async function statusOfDeadLink(request: http.IncomingMessage): Promise<number | null> {
  const link = checkOfLink(request);
  if (link === null) return null;
  const { status } = await app.request(link);
  return status >= 400 && status < 500 ? status : null;
}

/**
 * Gives a page another status than 200. A page of Next can say 404 only by showing the common page for that, and these
 * have words of their own.
 */
function setPageStatus(response: http.ServerResponse, status: number): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => http.ServerResponse;
  response.writeHead = (given: number, ...rest: unknown[]) =>
    writeHead(given === 200 ? status : given, ...rest);
}
