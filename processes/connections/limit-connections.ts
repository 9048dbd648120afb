import type http from "node:http";
import type { Socket } from "node:net";
import process from "node:process";

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
