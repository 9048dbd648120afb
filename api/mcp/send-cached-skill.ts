import type http from "node:http";
import { classifyInboundRequest } from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";
import { headerOf, isOfOneCaller } from "@/api/frame/answer-cache";
import { FRAME_OF_POSTS, logRequest, nameAsked } from "@/api/frame/request-frame";
import { findCached, frameResult, mayBePublicRead, publicRead } from "@/api/mcp/public-reads";
import { parseJsonBody } from "@/lib/web/http/read-body";
import { withTimeout } from "@/lib/kernel/with-timeout";

/** A read names a skill or a page; what is longer is left to the application. */
const MAX_BODY_BYTES = 8 * 1024;
const BODY_TIMEOUT_MS = 30_000;
const MOST_ENVELOPES = 1_000;

/** What clients say of themselves in each request: those that were found to be in order. */
const envelopes = new LRUCache<string, true>({ max: MOST_ENVELOPES });

/**
 * Sends the cached answer of a public read of MCP, without the application: building a request and an answer for
 * that takes longer than all else. False where there is none, or anything about the request is not in order: the
 * application makes it, or says what is wrong. It finds the body in `rawBody`, where this has read it.
 */
export async function sendCachedSkill(
  request: http.IncomingMessage & { rawBody?: Buffer },
  response: http.ServerResponse,
): Promise<boolean> {
  const startedMs = performance.now();
  if (!mayBeCached(request)) return false;
  const body = await readSmall(request).catch(() => null);
  if (body === null) return false;
  request.rawBody = body;
  const read = findRead(request, body);
  const cached = read && (await findCached(read).catch(() => null));
  if (read === null || cached === null) return false;
  const names = nameAsked(headerOf(request.headers));
  const sent = frameResult(read.id, cached);
  const head = ["x-request-id", names.requestId, "content-type", "application/json"];
  for (const [name, value] of FRAME_OF_POSTS) head.push(name, value);
  head.push("content-length", String(sent.length));
  response.writeHead(200, head);
  response.end(sent);
  logRequest({ names, method: "POST", path: "/mcp", status: 200, route: "/mcp", startedMs });
  return true;
}

function mayBeCached({ method, url = "", headers }: http.IncomingMessage): boolean {
  const header = headerOf(headers);
  return (
    method === "POST" &&
    /^\/mcp(?:\?|$)/.test(url) &&
    mayBePublicRead(header("mcp-method") ?? null) &&
    header("origin") === undefined &&
    header("content-encoding") === undefined &&
    header("content-type") === "application/json" &&
    /^\d{1,4}$/.test(header("content-length") ?? "") &&
    Number(header("content-length")) <= MAX_BODY_BYTES &&
    !isOfOneCaller(header)
  );
}

async function readSmall(request: http.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  const reading = (async () => {
    for await (const part of request) parts.push(part as Buffer);
  })();
  await withTimeout(reading, BODY_TIMEOUT_MS, () => new Error("the body did not arrive"));
  return Buffer.concat(parts);
}

/** The read that a body asks for; null where it is none, or not in order. */
function findRead({ url = "", headers }: http.IncomingMessage, bytes: Buffer) {
  const header = headerOf(headers);
  try {
    const body = parseJsonBody(bytes) as { params?: { _meta?: unknown } } | null;
    const said = JSON.stringify([body?.params?._meta, header("mcp-protocol-version"), header("mcp-method")]);
    if (!envelopes.has(said)) {
      const route = classifyInboundRequest({
        httpMethod: "POST",
        body,
        protocolVersionHeader: header("mcp-protocol-version") ?? "",
        mcpMethodHeader: header("mcp-method") ?? "",
      });
      if (route.kind !== "modern") return null;
      envelopes.set(said, true);
    }
    return publicRead({ url: `http://market${url}`, header }, body);
  } catch {
    return null;
  }
}
