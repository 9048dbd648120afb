import { createMcpHandler, isJSONRPCRequest } from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";
import {
  type Activation,
  ActiveSkills,
  type Pinned,
  pinnedSkills,
  readHandles,
} from "@/api/mcp/active-skills";
import { type AtWork, Conversation } from "@/api/mcp/conversation";
import { allowedFor, type Caller } from "@/api/mcp/caller";
import { callTool } from "@/api/mcp/call-tool";
import { CORE_TOOLS } from "@/api/mcp/core-tools";
import { instructionsFor } from "@/api/mcp/instructions";
import { areStillOffered } from "@/lib/catalogue/core-tools/open-skill";
import { systemClock } from "@/lib/kernel/clock";
import { logger } from "@/lib/kernel/observability/logger";

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
export async function answerStateless(request: Request, body: unknown, caller: Caller): Promise<Response> {
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
