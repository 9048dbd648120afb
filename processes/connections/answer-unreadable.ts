import http from "node:http";
import type { Duplex } from "node:stream";
import { DomainError } from "@/lib/kernel/errors";
import { problemResponse } from "@/lib/web/http/problems/problem";

/** How long a sender whose request cannot be read may still send before the connection is cut. */
const LINGER_MS = 2_000;

/**
 * Has a server answer what is no request it can read (headers that are too large, a request that never ends, what is
 * not HTTP) with a problem, where Node itself says a status and nothing else, and closes the connection. What speaks no
 * HTTP at all gets the same: nobody can tell the two apart.
 */
export function answerUnreadable(server: http.Server): void {
  const answers = new WeakMap<Duplex, http.ServerResponse>();
  const told = new WeakSet<Duplex>();
  server.on("request", ({ socket }, response) => answers.set(socket, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Every further piece of the request is an error of its own.
    if (told.has(socket)) return;
    told.add(socket);
    const answer = answers.get(socket);
    const isBeingAnswered = answer !== undefined && answer.headersSent && !answer.writableFinished;
    if (!socket.writable || isBeingAnswered || error.code === "ECONNRESET") socket.destroy();
    else void tell(socket, explain(error.code));
  });
}

async function tell(socket: Duplex, error: DomainError): Promise<void> {
  const { status, headers, body } = await write(error);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // Closed at once, what was not read yet would be answered with a reset, which overtakes the answer.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ""}\r\n${head.join("")}\r\n${body}`);
  socket.resume();
}

async function write(error: DomainError) {
  const problem = problemResponse(error);
  const body = await problem.text();
  const headers = {
    ...Object.fromEntries(problem.headers),
    "content-length": String(Buffer.byteLength(body)),
    "x-content-type-options": "nosniff",
    connection: "close",
  };
  return { status: problem.status, headers, body };
}

function explain(code: string | undefined): DomainError {
  if (code === "HPE_HEADER_OVERFLOW") {
    return new DomainError(
      "HEADERS_TOO_LARGE",
      `The address and the headers of a request are ${http.maxHeaderSize} bytes at most. Send fewer or shorter headers; in a browser, delete the cookies of this site.`,
    );
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new DomainError(
      "REQUEST_TIMEOUT",
      "The request did not come to its end in time. Send it again, whole.",
    );
  }
  return new DomainError("REQUEST_INVALID", "This is not a request of HTTP/1.1 that can be read.");
}
