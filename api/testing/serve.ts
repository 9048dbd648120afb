import { serve } from "@hono/node-server";
import { app } from "@/api/app";

// A web process of its own for tests about several of them: it prints the port it listens on.
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
  process.stdout.write(`port ${port}\n`),
);
