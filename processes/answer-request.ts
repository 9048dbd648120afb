import type http from "node:http";
import { getRequestListener } from "@hono/node-server";
import { app } from "@/api/app";
import { checkOfLink, isAgentRequest, isLinkOfProgram } from "@/api/is-agent-request";
import { DomainError } from "@/lib/kernel/errors";
import { askedBy } from "@/lib/kernel/threads/who-asks";
import { addressOf, networkOf, stampClientAddress } from "@/lib/http/client-address";
import { problemResponse } from "@/lib/http/problems/problem-response";
import { cutStalledReader } from "./connections/cut-stalled-reader";
import { lingeringClose } from "./connections/lingering-close";

/** More than any page or operation reads. */
const MAX_PARAMETERS = 500;

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>;

const answerAgent = getRequestListener(app.fetch);

/** Answers a request to the one listener: paths of the agent API go to Hono, everything else to `renderPage`. */
export function answerWith(renderPage: Handler, trustedHops: number): Handler {
  return async (request, response) => {
    cutStalledReader(response);
    await askedBy(networkOf(addressOf(request, trustedHops)), () => answer(request, response));
  };

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const deadStatus = await statusOfDeadLink(request);
    const forAgents = isAgentRequest(request) || (deadStatus !== null && isProgram(request));
    if (deadStatus !== null && !forAgents) setPageStatus(response, deadStatus);
    // The agent API looks at the socket itself, and would count the trusted proxies a second time.
    if (!forAgents) stampClientAddress(request, trustedHops);
    if (!isWellFormed(request.url ?? "/")) {
      await (forAgents ? refuseAddressOfAgent(response) : refuseAddressOfPage(response));
      return;
    }
    lingeringClose(request, response);
    await (forAgents ? answerAgent(request, response) : renderPage(request, response));
  }
}

/**
 * Next answers 500 where an address cannot be decoded, and the database where one holds NUL; it is the caller's
 * mistake. A query that repeats one name thousands of times is read in half a second.
 */
function isWellFormed(url: string): boolean {
  if (url.split("&", MAX_PARAMETERS + 1).length > MAX_PARAMETERS) return false;
  try {
    return !decodeURIComponent(url).includes("\0");
  } catch {
    return false;
  }
}

function refuseAddressOfPage(response: http.ServerResponse): void {
  response.writeHead(400, {
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
  response.end("This address is not well-formed. Go back, or start at the front page.\n");
}

/** Every failure of the agent API is problem details, this one too (USK v1.0 AG4). */
async function refuseAddressOfAgent(response: http.ServerResponse): Promise<void> {
  const message =
    "The address is not well-formed: its % escapes must be UTF-8 without NUL, its parameters few.";
  const problem = problemResponse(new DomainError("REQUEST_INVALID", message));
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
