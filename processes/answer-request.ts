import type http from "node:http";
import { getRequestListener } from "@hono/node-server";
import { app } from "@/api/app";
import { isAgentRequest, isLinkOfProgram } from "@/api/is-agent-request";
import { stampClientAddress } from "@/lib/http/client-address";

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>;

const answerAgent = getRequestListener(app.fetch);

/** Answers a request to the one listener: paths of the agent API go to Hono, everything else to `renderPage`. */
export function answerWith(renderPage: Handler, trustedHops: number): Handler {
  return async (request, response) => {
    const forAgents = isAgentRequest(request) || (await isDeadLinkOfProgram(request));
    // The agent API looks at the socket itself, and would count the trusted proxies a second time.
    if (!forAgents) stampClientAddress(request, trustedHops);
    if (!isDecodable(request.url ?? "/")) {
      response.writeHead(400, { "content-type": "text/plain; charset=utf-8" });
      response.end("This address is not well-formed. Go back, or start at the front page.\n");
      return;
    }
    await (forAgents ? answerAgent(request, response) : renderPage(request, response));
  };
}

/** Next answers 500 where an address cannot be decoded; it is the caller's mistake. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

async function isDeadLinkOfProgram({ method, url = "/", headers }: http.IncomingMessage): Promise<boolean> {
  return isLinkOfProgram({ method, url, accept: headers.accept }) && !(await app.request(url)).ok;
}
