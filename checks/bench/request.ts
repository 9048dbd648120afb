import http from "node:http";

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

const TIMEOUT_MS = 60_000;
const SOURCE_ADDRESSES = 50; // a server may bound what one address asks for

const agents = Array.from(
  { length: SOURCE_ADDRESSES },
  (_, i) => new http.Agent({ keepAlive: true, maxSockets: 8, localAddress: `127.0.1.${i + 1}` }),
);
let requests = 0;

/** One request, from one of many addresses of this machine. */
export function request(
  url: string,
  given: { json?: unknown; headers?: Record<string, string>; timeoutMs?: number } = {},
): Promise<Answer> {
  const { json, headers = {}, timeoutMs = TIMEOUT_MS } = given;
  const body = json === undefined ? undefined : JSON.stringify(json);
  const agent = agents[requests++ % agents.length];
  const sent = body === undefined ? {} : { "content-type": "application/json" };
  const method = body === undefined ? "GET" : "POST";
  return new Promise((resolve, reject) => {
    const outgoing = http.request(url, { method, agent, headers: { ...headers, ...sent } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
      incoming.on("error", reject);
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // The server ends a connection that nobody used for a while, perhaps just now: it has not read the question.
      const ended = outgoing.reusedSocket && error.code === "ECONNRESET";
      if (ended && method === "GET") resolve(request(url, given));
      else reject(error);
    });
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error("no answer")));
    outgoing.end(body);
  });
}

export function closeRequests(): void {
  for (const agent of agents) agent.destroy();
}
