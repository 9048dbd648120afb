import type http from "node:http";
import { getRequestListener } from "@hono/node-server";
import { app, keptRead } from "@/api/app";
import { sendKept } from "@/api/frame/send-kept";

const make = getRequestListener(app.fetch);

/** Answers a request to the agent API: with what is kept, or else by the application. */
export async function answerAgent(
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  if (!(await sendKept(keptRead, request, response))) await make(request, response);
}
