import type http from "node:http";

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
