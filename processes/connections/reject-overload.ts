import type http from "node:http";
import { isAgentRequest } from "@/api/is-agent-request";
import { problemResponse } from "@/lib/web/http/problems/problem";
import { unavailable } from "@/lib/kernel/outage";
import { barePage } from "../pages/bare-page";
import { lingeringClose } from "./connections";

/** Answers 503, without any other work, that more come at once than can be answered, and closes the connection. */
export async function rejectOverload(
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  lingeringClose(request, response);
  response.setHeader("connection", "close");
  response.setHeader("x-content-type-options", "nosniff");
  if (isAgentRequest(request)) {
    const problem = problemResponse(unavailable("capacity"));
    response.writeHead(problem.status, Object.fromEntries(problem.headers));
    response.end(await problem.text());
    return;
  }
  const { url = "/", headers } = request;
  const page = barePage("full", { path: url, acceptLanguage: headers["accept-language"] });
  response.writeHead(page.status, {
    ...page.headers,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": page.policy,
  });
  response.end(page.html);
}
