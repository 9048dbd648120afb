import http from "node:http";
import { answerAgent } from "@/api/app";
import { env } from "@/lib/platform/config/env";

// The agent API as the web process serves it, without the pages: it starts in a second, and it is killed often.
const { HOST, PORT } = env();
const server = http
  .createServer((request, response) => void answerAgent(request, response))
  .listen(PORT, HOST, () => {
    const address = server.address();
    const port = typeof address === "object" ? address?.port : PORT;
    console.log(`listening on http://${HOST}:${port}`);
  });
