import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { Conversation } from "@/api/mcp/conversation";
import type { Caller } from "@/api/mcp/core-tool";
import { pinnedSkills } from "@/api/mcp/pinned-skills";
import { HOUR_MS } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";

export interface SessionLimits {
  total: number;
  perSubject: number;
  /** Whatever accounts they are of: an account costs a signature, and the places of all are few. */
  perAddress: number;
  idleMs: number;
  /** With a stream of the client's open, which says that somebody is there. */
  idleWithStreamMs: number;
}

const LIMITS: SessionLimits = {
  total: 1_000,
  perSubject: 20,
  perAddress: 100,
  idleMs: 30 * 60_000,
  idleWithStreamMs: 4 * HOUR_MS,
};
const SWEEP_EVERY_MS = 60_000;

interface Session {
  id: string;
  caller: Caller;
  conversation: Conversation;
  transport: WebStandardStreamableHTTPServerTransport;
  seenMs: number;
  streams: number;
}

/**
 * The MCP sessions of this process. They live in memory and are lost with it, as the protocol foresees: a client whose
 * session is unknown is answered 404 and begins a new one. Bounded in all and for each caller; idle ones end.
 */
export class McpSessions {
  readonly #sessions = new Map<string, Session>();
  readonly #limits: SessionLimits;
  readonly #now: () => number;
  #sweeper: NodeJS.Timeout | undefined;

  constructor(limits: Partial<SessionLimits> = {}, now = () => performance.now()) {
    this.#limits = { ...LIMITS, ...limits };
    this.#now = now;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /**
   * Answers the first request of a client, which begins a session if it is an `initialize`, with the skills its address
   * names active. Of a caller with too many sessions the longest idle one ends. Throws RATE_LIMITED when no room can be
   * made and REQUEST_INVALID for too many skills.
   */
  async begin(request: Request, body: unknown, caller: Caller): Promise<Response> {
    const conversation = await Conversation.begin(caller, pinnedSkills(request.url, body));
    await this.#makeRoom(caller); // nothing is waited for between this and the place it makes
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { id, caller, conversation, transport, seenMs: this.#now(), streams: 0 });
        this.#startSweeping();
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    await conversation.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody: body });
    if (transport.sessionId === undefined) await conversation.close();
    return response;
  }

  /** Answers a further request of a session; null when the caller has no such session. */
  async continue(
    id: string,
    request: Request,
    { body, caller }: { body: unknown; caller: Caller },
  ): Promise<Response | null> {
    const session = this.#sessions.get(id);
    if (!session || !isSame(session.caller, caller)) return null;
    session.seenMs = this.#now();
    if (request.method === "GET") {
      session.streams++;
      request.signal.addEventListener("abort", () => session.streams--, { once: true });
    }
    const { transport, conversation } = session;
    const response = await transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
    if (request.method === "DELETE" && !this.#sessions.has(id)) await conversation.close();
    return response;
  }

  /** Ends the sessions nobody has used for long. */
  async sweep(): Promise<void> {
    const { idleMs, idleWithStreamMs } = this.#limits;
    const now = this.#now();
    const old = [...this.#sessions.values()].filter(
      ({ conversation, seenMs, streams }) =>
        !conversation.busy && now - seenMs > (streams > 0 ? idleWithStreamMs : idleMs),
    );
    await Promise.all(old.map((session) => this.#end(session)));
    if (this.size === 0) this.#stopSweeping();
  }

  /** Ends all sessions, so that their streams do not hold up the end of the process. */
  async close(): Promise<void> {
    this.#stopSweeping();
    await Promise.all([...this.#sessions.values()].map((session) => this.#end(session)));
  }

  async #makeRoom({ subject, address }: Caller): Promise<void> {
    const own = [...this.#sessions.values()].filter(({ caller }) => caller.subject === subject);
    const idle = own.filter(({ conversation }) => !conversation.busy).sort((a, b) => a.seenMs - b.seenMs);
    const near = [...this.#sessions.values()].filter(({ caller }) => caller.address === address);
    const full = this.size >= this.#limits.total || near.length >= this.#limits.perAddress;
    if (own.length < this.#limits.perSubject && !full) return;
    const [oldest] = idle;
    // Somebody with sessions makes room himself; nobody's session ends for a stranger.
    if (oldest) return this.#end(oldest);
    throw new DomainError(
      "RATE_LIMITED",
      "There are as many MCP sessions as this server keeps. Try again later.",
      {
        details: { retryAfterSeconds: SWEEP_EVERY_MS / 1000 },
      },
    );
  }

  async #end({ id, conversation }: Session): Promise<void> {
    this.#sessions.delete(id);
    await conversation.close();
  }

  #startSweeping(): void {
    this.#sweeper ??= setInterval(() => void this.sweep(), SWEEP_EVERY_MS).unref();
  }

  #stopSweeping(): void {
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }
}

/** A session is its account's: another key, or none, does not find it. Without a key its id is all there is to know. */
function isSame(held: Caller, asking: Caller): boolean {
  return held.ownerId === asking.ownerId;
}
