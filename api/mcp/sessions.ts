import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCResultResponse,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";
import { ActiveSkills, type Pinned, pinnedSkills, Relisting } from "@/api/mcp/active-skills";
import { Conversation, type Held } from "@/api/mcp/conversation";
import { allowedFor, type Caller } from "@/api/mcp/caller";
import { instructionsFor } from "@/api/mcp/instructions";
import { Turn } from "@/api/mcp/turn";
import {
  beginConversation,
  type ConversationLimits,
} from "@/lib/catalogue/core-tools/conversations/begin-conversation";
import {
  type ActiveNames,
  type Conversation as Kept,
  hashConversationId,
} from "@/lib/catalogue/core-tools/conversations/conversation";
import {
  endConversation,
  findConversation,
} from "@/lib/catalogue/core-tools/conversations/find-conversation";
import { storeActiveSkills } from "@/lib/catalogue/core-tools/conversations/store-active-skills";
import { leaveAnswer, leaveMessage } from "@/lib/catalogue/core-tools/conversations/message-box";
import { countListings, noteListing } from "@/lib/catalogue/core-tools/conversations/note-listing";
import { areStillOffered } from "@/lib/catalogue/core-tools/open-skill";
import { type Clock, systemClock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";

const NONE_PINNED: Pinned = { handles: [], leftOut: [] };

/** Conversations whose skills a process holds ready; those of others it reads anew. */
const MOST_HELD = 1_000;
/** What a client says of itself; capabilities are a few words. */
const MAX_CLIENT_CHARACTERS = 4_096;
const MAX_REQUEST_ID = 200;
const CANCELLED = "notifications/cancelled";

interface Ready extends Held {
  /** What `skills` was made of, as text. */
  names: string;
}

/**
 * The MCP sessions of the market. Any process answers any request of any of them: what they need is in the database,
 * and what is held here is only made ready.
 */
export class McpSessions {
  readonly #held = new LRUCache<string, Ready>({ max: MOST_HELD });
  readonly #limits: Partial<ConversationLimits>;
  readonly #clock: Clock;

  constructor(limits: Partial<ConversationLimits> = {}, clock: Clock = systemClock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /**
   * Answers the first request of a client, which begins a session if it is an `initialize`, with the skills its address
   * names active. Throws RATE_LIMITED when no room can be made and REQUEST_INVALID for too many skills.
   */
  async begin(request: Request, body: unknown, caller: Caller): Promise<Response> {
    const sessionId = randomUUID();
    const id = hashConversationId(sessionId);
    const held = this.#ready(id, new ActiveSkills(this.#keeper(id), allowedFor(caller)));
    const { handles, leftOut } = isInitializeRequest(body) ? await pinnedSkills(request.url) : NONE_PINNED;
    const activation = handles.length > 0 ? await held.skills.activate(handles) : null;
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => sessionId });
    const said = {
      address: request.url,
      instructions: instructionsFor(held.skills, activation, { leftOut }),
    };
    await new Conversation(caller, held, said).connect(transport);
    if (!isInitializeRequest(body)) return transport.handleRequest(request, { parsedBody: body });
    const { ownerId, subject, address } = caller;
    const { names: skills } = held.skills;
    const kept = { id, ownerId, client: toClient(body.params), skills, listings: 0 };
    await beginConversation({ ...kept, subject, address }, this.#limits);
    const response = await transport.handleRequest(request, { parsedBody: body });
    if (response.ok) this.#hold(id, held, skills);
    else await endConversation(id);
    return response;
  }

  /** Answers a further request of a session; null when the caller has no such session. */
  async continue(
    sessionId: string,
    request: Request,
    { body, caller }: { body: unknown; caller: Caller },
  ): Promise<Response | null> {
    const kept = await findConversation(hashConversationId(sessionId), caller.ownerId, this.#clock);
    if (!kept) return null;
    if (request.method === "DELETE") {
      this.#held.delete(kept.id);
      await endConversation(kept.id);
      return new Response(null, { status: 200 });
    }
    await passOn(kept.id, body);
    const transport = new WebStandardStreamableHTTPServerTransport();
    const turn = new Turn(transport, kept);
    const said = { address: request.url };
    await new Conversation(caller, await this.#holdingOf(kept, caller), said).connect(turn);
    await turn.introduce();
    const response = await transport.handleRequest(request, { parsedBody: body });
    response.headers.set("mcp-session-id", sessionId);
    return response;
  }

  /**
   * The skills of a session: those held here, unless another process has changed them since, or one of them is not
   * offered any more. Asked at each request, as tools, texts and answers of all of them are their publishers' words.
   */
  async #holdingOf({ id, skills: names }: Kept, caller: Caller): Promise<Held> {
    const held = this.#held.get(id);
    const isAsItWas = held?.names === toText(names) && held.skills.loss === null;
    if (isAsItWas && (await areStillOffered(held.skills.skills))) return held;
    const lostBefore = held?.skills.lost.join() ?? "";
    const skills = await ActiveSkills.restore(names, this.#keeper(id), allowedFor(caller));
    const ready = this.#ready(id, skills, held);
    if (skills.lost.join() !== lostBefore) ready.isListOld = true;
    this.#hold(id, ready, names);
    return ready;
  }

  #ready(id: string, skills: ActiveSkills, before?: Held): Held {
    if (before) return Object.assign(before, { skills }); // those who use it count together
    const listings = { note: () => noteListing(id), count: () => countListings(id) };
    return { skills, relist: new Relisting(listings), calls: 0, isListOld: false };
  }

  #hold(id: string, held: Held, names: ActiveNames): void {
    this.#held.set(id, Object.assign(held, { names: toText(names) }));
  }

  #keeper(id: string): (names: ActiveNames) => Promise<void> {
    return async (names) => {
      const merged = await storeActiveSkills(id, names);
      const held = this.#held.get(id);
      if (held && toText(merged) === toText(names)) held.names = toText(names);
    };
  }
}

const toText = ({ active, renamed }: ActiveNames) => JSON.stringify([active, renamed]);

function toClient({ protocolVersion, capabilities }: Kept["client"]): Kept["client"] {
  const client = { protocolVersion, capabilities };
  if (JSON.stringify(client).length <= MAX_CLIENT_CHARACTERS) return client;
  throw new DomainError("REQUEST_INVALID", "The client says more of itself than a session keeps.");
}

/** Leaves what is for a request that another process may be at work on. */
async function passOn(id: string, body: unknown): Promise<void> {
  for (const message of Array.isArray(body) ? (body as unknown[]) : [body]) {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message))
      await leaveAnswer(id, String(message.id), message);
    else if (isJSONRPCNotification(message) && message.method === CANCELLED)
      await passCancel(id, message.params);
  }
}

/** Of a message that may be long, what the other process goes by. */
async function passCancel(id: string, params: Record<string, unknown> = {}): Promise<void> {
  const { requestId } = params;
  const isId = typeof requestId === "number" || typeof requestId === "string";
  if (!isId || String(requestId).length > MAX_REQUEST_ID) return;
  await leaveMessage(id, { jsonrpc: "2.0", method: CANCELLED, params: { requestId } });
}
