import http from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { app } from "@/api/app";
import { currentRunner } from "@/lib/running/runners/current-runner";

// The agent API as the web process serves it; it tells its parent the processor time it has used. What is sold here is
// never called: each sale gives its slot back when it has its grant, as if its run had ended at once. Otherwise those
// who ask next would be told that the runner is busy.
const PAYMENT_OF = /^\/v1\/quotes\/([^/]+)\/payment$/;
const answer = getRequestListener(async (asked, bindings) => {
  const answered = await app.fetch(asked, bindings);
  const sold = PAYMENT_OF.exec(new URL(asked.url).pathname)?.[1];
  if (sold !== undefined && answered.status === 200) await currentRunner().dropSale?.(sold);
  return answered;
});
const server = http.createServer((request, response) => void answer(request, response));
process.on("message", () => process.send?.(process.cpuUsage()));
process.on("disconnect", () => process.exit());
server.keepAliveTimeout = 600_000; // the callers of this measurement pause between its parts
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
