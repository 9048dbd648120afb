import type http from "node:http";
import type { Socket } from "node:net";
import process from "node:process";

/**
 * What lets a server end without a request lost behind a balancer that learns of it late. The function that is
 * returned is called when the process is told to stop: the server goes on answering until `until`, and closes each
 * connection with its answer, so that nobody sends a next request on it. Then nothing new is taken; the promise inside
 * ends when the last answer is out.
 */
export function closeInTurn(
  server: http.Server,
): (until: Promise<unknown>) => Promise<{ done: Promise<void> }> {
  const open = new Set<http.ServerResponse>();
  let stopping = false;
  server.prependListener("request", (_request, response: http.ServerResponse) => {
    if (stopping) response.shouldKeepAlive = false;
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  return async (until) => {
    stopping = true;
    for (const response of open) if (!response.headersSent) response.shouldKeepAlive = false;
    await until;
    const done = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    return { done };
  };
}

/**
 * Who reads slowly is seen to read only now and then: what the systems on both sides hold for them, up to some
 * megabytes, has to be a third empty first.
 */
const STALLED_MS = 5 * 60_000;

/**
 * Ends the connection of a client that takes nothing of its answer: it would hold the connection, and what the answer
 * is read from, for as long as it likes. One that reads slowly is let go on, and an answer that has nothing to send yet
 * is waited for.
 */
export function cutStalledReader(response: http.ServerResponse, stalledMs = STALLED_MS): void {
  response.setTimeout(stalledMs, () => {
    const { socket } = response;
    if (socket && socket.writableLength > 0) socket.destroy();
  });
}

/** How much longer a sender may go on after its answer, in time and in bytes; then the connection is cut. */
const LINGER_MS = 5_000;
const LINGER_BYTES = 16 * 1024 * 1024;

/**
 * An answer that is given before the body has arrived (413, 401, …) is lost when the connection is closed on bytes
 * nobody read: the system then answers them with a reset, which overtakes the answer. So the rest is read and thrown
 * away, within bounds, and the connection is closed after that (RFC 9112, 9.6).
 */
export function lingeringClose(request: http.IncomingMessage, response: http.ServerResponse): void {
  // Before the server's own listener, which closes the connection of a client that asked for that.
  response.prependOnceListener("finish", () => {
    if (!request.complete && !request.destroyed) discardRest(request);
  });
}

function discardRest(request: http.IncomingMessage): void {
  const { socket } = request;
  let isLastRequest = false;
  // Shadows the method of all sockets until the rest has been read.
  socket.destroySoon = () => {
    isLastRequest = true;
    socket.end();
  };
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  const began = socket.bytesRead;
  request.removeAllListeners("data");
  request.on("data", () => {
    if (socket.bytesRead - began > LINGER_BYTES) socket.destroy();
  });
  request.once("close", () => {
    clearTimeout(timer);
    Reflect.deleteProperty(socket, "destroySoon");
    if (isLastRequest) socket.destroySoon();
  });
  request.resume();
}

/**
 * Of the files a process may have open, its share for connections that are answered, and for those that are told to
 * come again.
 */
const SHARE_ANSWERED = 1 / 2;
const SHARE_ACCEPTED = 3 / 4;

/**
 * Keeps files of this process free for what answers need: connections of its own, packages, sandboxes. Where a crowd
 * takes all of them, nothing can be answered, and pages whose modules are first read then stay broken for good. Returns
 * whether a connection came when as many were open as are answered: it is to be told so and closed. Those beyond are
 * cut unheard. `openFiles` is how many this process may have.
 */
export function limitConnections(
  server: http.Server,
  openFiles = findOpenFilesLimit(),
): (socket: Socket) => boolean {
  if (openFiles === null) return () => false;
  const answered = Math.max(1, Math.floor(openFiles * SHARE_ANSWERED));
  server.maxConnections = Math.max(2, Math.floor(openFiles * SHARE_ACCEPTED));
  const surplus = new WeakSet<Socket>();
  let open = 0;
  server.on("connection", (socket: Socket) => {
    open += 1;
    if (open > answered) surplus.add(socket);
    socket.once("close", () => (open -= 1));
  });
  return (socket) => surplus.has(socket);
}

/** How many files this process may have open at once; null where there is no limit, or none that can be read. */
function findOpenFilesLimit(): number | null {
  // Else it asks name servers about each connection of the process and waits for them. The types do not know this
  // member yet.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: unknown } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : null;
}
