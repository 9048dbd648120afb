import type http from "node:http";

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
