import {
  classifyInboundRequest,
  isInitializeRequest,
  createMcpHandler,
  isJSONRPCRequest,
} from "@modelcontextprotocol/server";
import { isOfOneCaller } from "@/api/frame/answer-cache";
import { callerAddress, callerSubject, findActor, limitRate } from "@/api/frame/caller";
import type { ApiContext } from "@/api/frame/context";
import { type Caller, allowedFor } from "@/api/mcp/caller";
import { answerPublicRead, mayBePublicRead, publicRead } from "@/api/mcp/public-reads";
import { McpSessions } from "@/api/mcp/sessions";
import { env } from "@/lib/platform/config/env";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { assertJsonContentType, parseJsonBody, readBody } from "@/lib/web/http/read-body";
import { proveAgent } from "@/lib/identity/agents/prove-agent";
import { DomainError } from "@/lib/kernel/errors";
import { LRUCache } from "lru-cache";
import {
  type Activation,
  ActiveSkills,
  type Pinned,
  pinnedSkills,
  readHandles,
  handleOf,
} from "@/api/mcp/active-skills";
import { type AtWork, Conversation } from "@/api/mcp/conversation";
import { CORE_TOOLS } from "@/api/mcp/core-tools";
import { instructionsFor } from "@/api/mcp/instructions";
import { areStillOffered } from "@/lib/catalogue/core-tools/open-skill";
import { systemClock } from "@/lib/kernel/clock";
import { logger } from "@/lib/kernel/observability/logger";
import { z } from "zod";
import { callSkillTool } from "@/api/mcp/call-skill-tool";
import { defineCoreTool } from "@/api/mcp/core-tool";
import { CALL_TOOL } from "@/lib/catalogue/core-tools/offer-tools";

/** Calls a tool of a skill that no list has: for clients without a session, whose list no activation changes. */
const callTool = defineCoreTool({
  name: CALL_TOOL,
  description:
    "Call a tool of a skill that is not in the list of tools. `activate_skills` gives its name, the skill as NAME@VERSION, and the schema of its arguments.",
  input: z.object({
    skill: z.string().min(1).max(130).describe("NAME@VERSION, as `activate_skills` gives it; or NAME."),
    tool: z.string().min(1).max(64).optional().describe("May be left out where the skill has one tool."),
    arguments: z.record(z.string(), z.unknown()).default({}),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  run: async ({ skill: handle, tool, arguments: args }, context) => {
    const skill = await context.skills.open(handle);
    const alone = new ActiveSkills();
    await alone.activate([handleOf([skill])]);
    const tools = alone.toolsOf(skill.slug);
    const asked =
      tool === undefined && tools.length === 1 ? tools[0] : tools.find(({ name }) => name === tool);
    if (asked) return callSkillTool(asked, args, context);
    const here = tools.map(({ name }) => name).join(", ");
    throw new DomainError(
      "NOT_FOUND",
      here === ""
        ? `${skill.slug} has no tools to be called here.`
        : `${skill.slug} has these tools: ${here}.`,
    );
  },
});

/** Where a program without a session says what is active beside what its address names. */
const HANDLE_META = "emporion/skills";
const TOOLS = [...CORE_TOOLS, callTool];
const METHOD_NOT_FOUND = -32_601;
const MOST_CALLERS = 10_000;
const MOST_ADDRESSES = 500;
/** How long skills of an address are as they were opened; what is read of them is looked up at each request. */
const OPENED_MS = 10_000;

const atWork = new LRUCache<string, AtWork>({ max: MOST_CALLERS });

interface Opened {
  skills: ActiveSkills;
  pinned: Activation | null;
}
const opened = new LRUCache<string, Promise<Opened>>({
  max: MOST_ADDRESSES,
  ttl: OPENED_MS,
  perf: { now: () => systemClock.now().getTime() },
});

/**
 * Answers one request of revision 2026-07-28, in which nothing is remembered of a client. Throws REQUEST_INVALID for an
 * address, or a handle, that names no skills.
 */
async function answerStateless(request: Request, body: unknown, caller: Caller): Promise<Response> {
  if (isJSONRPCRequest(body) && body.method === "subscriptions/listen") {
    const message = "This market announces nothing. Its lists say how long they hold (`ttlMs`).";
    const error = { code: METHOD_NOT_FOUND, message };
    return Response.json({ jsonrpc: "2.0", id: body.id, error }, { status: 404 });
  }
  const { handles, leftOut } = await namedIn(request, body);
  const { skills, pinned } = await openFor(handles, caller);
  const work = atWork.get(caller.subject) ?? { calls: 0 };
  atWork.set(caller.subject, work);
  const said = {
    address: request.url,
    instructions: instructionsFor(skills, pinned, { isModern: true, leftOut }),
    tools: TOOLS,
  };
  const { mcp } = new Conversation(caller, { skills, atWork: work }, said);
  const handler = createMcpHandler(() => mcp, {
    legacy: "reject",
    onerror: (error) => logger.debug({ err: error }, "a request of MCP was refused"),
  });
  return handler.fetch(request, { parsedBody: body });
}

/** The skills that are active for one request: those of its address, and for a call those it names itself. */
async function namedIn({ url }: Request, body: unknown): Promise<Pinned> {
  const ofAddress = await pinnedSkills(url);
  if (!isJSONRPCRequest(body) || body.method !== "tools/call") return ofAddress;
  const handle = body.params?._meta?.[HANDLE_META];
  if (typeof handle !== "string") return ofAddress;
  const named = readHandles(handle, `_meta["${HANDLE_META}"]`);
  return { ...ofAddress, handles: [...new Set([...ofAddress.handles, ...named])] };
}

/** As they were opened a moment ago, if all of them are still offered: texts and tools are their publishers' words. */
async function openFor(names: readonly string[], caller: Caller): Promise<Opened> {
  const key = `${caller.accountId ?? ""} ${names.join()}`;
  const before = await opened.get(key);
  const isAsItWas = before !== undefined && (await areStillOffered(before.skills.skills));
  const { skills, pinned } = isAsItWas ? before : await open(key, names, caller);
  // Who activates others has them in their own request alone.
  return { skills: await skills.copy(), pinned };
}

function open(key: string, names: readonly string[], caller: Caller): Promise<Opened> {
  const opening = openAll(names, caller);
  opened.set(key, opening);
  opening.catch(() => opened.delete(key));
  return opening;
}

async function openAll(names: readonly string[], caller: Caller): Promise<Opened> {
  const skills = new ActiveSkills(null, allowedFor(caller));
  return { skills, pinned: names.length === 0 ? null : await skills.activate([...names]) };
}

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
