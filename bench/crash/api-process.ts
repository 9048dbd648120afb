import http from "node:http";
import { getRequestListener } from "@hono/node-server";
import { app } from "@/api/app";
import { env } from "@/lib/config/env";

// The agent API as the web process serves it, without the pages: it starts in a second, and it is killed often.
const { HOST, PORT } = env();
const answer = getRequestListener(app.fetch);
const server = http
  .createServer((request, response) => void answer(request, response))
  .listen(PORT, HOST, () => {
    const address = server.address();
    const port = typeof address === "object" ? address?.port : PORT;
    console.log(`listening on http://${HOST}:${port}`);
  });
