import { classifyInboundRequest, isInitializeRequest } from "@modelcontextprotocol/server";
import { isOfOneCaller } from "@/api/frame/answer-cache";
import { callerAddress, callerSubject, findActor, limitRate } from "@/api/frame/caller";
import type { ApiContext } from "@/api/frame/context";
import type { Caller } from "@/api/mcp/caller";
import { answerPublicRead, mayBePublicRead, publicRead } from "@/api/mcp/public-reads";
import { McpSessions } from "@/api/mcp/sessions";
import { answerStateless } from "@/api/mcp/stateless";
import { env } from "@/lib/platform/config/env";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { assertJsonContentType, parseJsonBody, readBody } from "@/lib/web/http/read-body";
import { proveAgent } from "@/lib/identity/agents/prove-agent";
import { DomainError } from "@/lib/kernel/errors";

/** Holds the largest input of a call beside a payment credential. */
const MAX_BODY_BYTES = 192 * 1024;
/** GET would open a stream for what no request has asked for; this market has nothing of that to say. */
const METHODS = ["POST", "DELETE"];

const sessions = new McpSessions();

/**
 * The market as an MCP server (Streamable HTTP), in the revision without sessions (2026-07-28) and in those with them
 * (2025-11-25 and before): the request says which. An API key makes the account's profile and reminders available;
 * without one a client can search, activate and call, as far as an address may. Browsers of other sites are refused.
 */
export async function answerMcp(c: ApiContext): Promise<Response> {
  const request = c.req.raw;
  assertOwnOrigin(request);
  if (!METHODS.includes(request.method)) {
    c.header("allow", METHODS.join(", "));
    throw new DomainError("METHOD_NOT_ALLOWED", `MCP is spoken with ${METHODS.join(", ")}.`);
  }
  // The body is spent; who answers is handed what was read.
  const { url, method, headers, signal } = request;
  const head = new Request(url, { method, headers, signal });
  const isForAll = mayBePublicRead(headers.get("mcp-method")) && !isOfOneCaller((name) => c.req.header(name));
  if (isForAll && method === "POST") {
    const body = await readMessage(request);
    const answer = await answerForAll(c, head, body);
    return answer ?? answerCaller(c, head, () => Promise.resolve(body));
  }
  return answerCaller(c, head, () => readMessage(request));
}

/** What everybody is answered, counted where it has to be made; null for what is no such read. */
async function answerForAll(c: ApiContext, head: Request, body: unknown): Promise<Response | null> {
  const route = routeOf(head, body);
  const header = (name: string) => head.headers.get(name) ?? undefined;
  const read = route.kind === "modern" ? publicRead({ url: head.url, header }, body) : null;
  return read && answerPublicRead(read, () => limitRate(c, REQUEST_LIMITS.mcp, callerSubject(c, null)));
}

async function answerCaller(
  c: ApiContext,
  request: Request,
  read: () => Promise<unknown>,
): Promise<Response> {
  const caller = await findCaller(c);
  await limitRate(c, REQUEST_LIMITS.mcp, caller.subject);
  const body = request.method === "POST" ? await read() : undefined;
  if (routeOf(request, body).kind !== "legacy") return answerStateless(request, body, caller);
  const id = request.headers.get("mcp-session-id");
  const answer = id === null ? null : await sessions.continue(id, request, { body, caller });
  if (answer) return answer;
  // A client may name a session that has ended when it begins a new one.
  if (id !== null && !isInitializeRequest(body))
    throw new DomainError("NOT_FOUND", "There is no such MCP session; start a new one.");
  if (body === undefined) throw new DomainError("REQUEST_INVALID", "Begin with POST and `initialize`.");
  await limitRate(c, REQUEST_LIMITS.mcpSession, caller.subject);
  return sessions.begin(request, body, caller);
}

/** Which revision a request is of; the body says it before the headers (SDK, `createMcpHandler`). */
const routeOf = ({ method: httpMethod, headers }: Request, body: unknown) =>
  classifyInboundRequest({
    httpMethod,
    body,
    ...headerAs("protocolVersionHeader", headers.get("mcp-protocol-version")),
    ...headerAs("mcpMethodHeader", headers.get("mcp-method")),
    ...headerAs("mcpNameHeader", headers.get("mcp-name")),
  });
const headerAs = (member: string, value: string | null) => (value === null ? {} : { [member]: value });

/**
 * Programs send no Origin; a browser does. A page whose name was pointed at this machine (DNS rebinding) sends its own
 * name, and is refused like any other site.
 */
function assertOwnOrigin(request: Request): void {
  const origin = request.headers.get("origin");
  if (origin === null || origin === env().APP_URL) return;
  throw new DomainError("PERMISSION_DENIED", "Pages on other sites cannot use this MCP server.");
}

async function findCaller(c: ApiContext): Promise<Caller> {
  const actor = await findActor(c);
  const [name, secret] = [c.req.header("x-agent-author"), c.req.header("x-agent-secret")];
  const agent =
    actor === null && name !== undefined && secret !== undefined
      ? await proveAgent(name.slice(0, 200), secret)
      : null;
  return {
    subject: callerSubject(c, actor),
    ownerId: actor?.accountId ?? agent?.accountId ?? agent?.id ?? null,
    accountId: actor?.accountId ?? null,
    keyId: actor?.apiKey?.id ?? null,
    address: callerAddress(c),
  };
}

async function readMessage(request: Request): Promise<unknown> {
  assertJsonContentType(request);
  return parseJsonBody(await readBody(request, { maxBytes: MAX_BODY_BYTES }));
}
