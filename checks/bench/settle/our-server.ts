import http from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { app } from "@/api/app";

// The agent API as the web process serves it; it tells its parent the processor time it has used.
const answer = getRequestListener(app.fetch);
const server = http.createServer((request, response) => void answer(request, response));
process.on("message", () => process.send?.(process.cpuUsage()));
process.on("disconnect", () => process.exit());
server.keepAliveTimeout = 600_000; // the callers of this measurement pause between its parts
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
