import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
  type TransportSendOptions,
  type WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Conversation } from "@/lib/catalogue/core-tools/conversations/conversation";
import {
  openQuestion,
  readMessages,
  takeMessages,
} from "@/lib/catalogue/core-tools/conversations/message-box";
import { logger } from "@/lib/kernel/observability/logger";

const FIRST_LOOK_MS = 1000;
const LOOK_EVERY_MS = 1000;
/** While a person is asked. */
const LOOK_FOR_ANSWER_EVERY_MS = 250;
const BEGIN = "begin";
const CANCELLED = "notifications/cancelled";

/**
 * One request of a client, at whichever process it comes to. The conversation began at another one: the SDK's server is
 * told of it as it was then, and what the client sends to this request later, at any process, is taken from the
 * database: the answers of its person, and that it does not want the result any more.
 */
export class Turn implements Transport {
  onmessage?: Transport["onmessage"];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #inner: WebStandardStreamableHTTPServerTransport;
  readonly #conversation: Pick<Conversation, "id" | "client">;
  readonly #running = new Set<RequestId>();
  /** Ids of questions as the client knows them, with those of the SDK's server. */
  readonly #asked = new Map<string, RequestId>();
  #timer: NodeJS.Timeout | undefined;
  #begun: (() => void) | undefined;

  constructor(
    inner: WebStandardStreamableHTTPServerTransport,
    conversation: Pick<Conversation, "id" | "client">,
  ) {
    this.#inner = inner;
    this.#conversation = conversation;
  }

  async start(): Promise<void> {
    const heard: Pick<Transport, "onmessage" | "onerror" | "onclose"> = {
      onmessage: (message, extra) => {
        if (isJSONRPCRequest(message)) this.#begin(message.id);
        this.onmessage?.(message, extra);
      },
      onerror: (error) => this.onerror?.(error),
      onclose: () => this.onclose?.(),
    };
    Object.assign(this.#inner, heard);
    await this.#inner.start();
  }

  /** Tells the server who the client is, as it has said itself when the conversation began. */
  async introduce(): Promise<void> {
    const { client } = this.#conversation;
    const begun = new Promise<void>((resolve) => (this.#begun = resolve));
    const params = { ...client, clientInfo: { name: "client", version: "1" } };
    this.onmessage?.({ jsonrpc: "2.0", id: BEGIN, method: "initialize", params });
    await begun;
  }

  async send(message: JSONRPCMessage, { relatedRequestId }: TransportSendOptions = {}): Promise<void> {
    const options = relatedRequestId === undefined ? {} : { relatedRequestId };
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      if (this.#begun) {
        this.#begun();
        this.#begun = undefined;
        return;
      }
      await this.#inner.send(message, options);
      if (message.id !== undefined) this.#end(message.id);
    } else if (isJSONRPCRequest(message)) {
      const id = await openQuestion(this.#conversation.id);
      this.#asked.set(id, message.id);
      this.#lookAfter(LOOK_FOR_ANSWER_EVERY_MS);
      await this.#inner.send({ ...message, id }, options);
    } else await this.#inner.send(await this.#rename(message), options);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#inner.close();
  }

  /** A question that is not waited for any more is told to the client under the id it knows. */
  async #rename(message: JSONRPCMessage): Promise<JSONRPCMessage> {
    if (!isJSONRPCNotification(message) || message.method !== CANCELLED) return message;
    const [id] = [...this.#asked].find(([, own]) => own === message.params?.["requestId"]) ?? [];
    if (id === undefined) return message;
    this.#asked.delete(id);
    await takeMessages([id]);
    return { ...message, params: { ...message.params, requestId: id } };
  }

  #begin(id: RequestId): void {
    this.#running.add(id);
    if (this.#timer === undefined) this.#lookAfter(FIRST_LOOK_MS);
  }

  #end(id: RequestId): void {
    this.#running.delete(id);
    if (this.#running.size === 0) clearTimeout(this.#timer);
  }

  #lookAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#look()
        .catch((error: unknown) => logger.warn({ err: error }, "messages of a client could not be read"))
        .finally(() => {
          if (this.#running.size > 0)
            this.#lookAfter(this.#asked.size > 0 ? LOOK_FOR_ANSWER_EVERY_MS : LOOK_EVERY_MS);
        });
    }, ms).unref();
  }

  async #look(): Promise<void> {
    const messages = await readMessages(this.#conversation.id);
    const mine = messages.filter(({ id, body }) => this.#take(id, JSON.parse(body) as JSONRPCMessage));
    if (mine.length > 0) await takeMessages(mine.map(({ id }) => id));
  }

  /** Hands a message to the server if it is for this request. */
  #take(id: string, message: JSONRPCMessage): boolean {
    const question = this.#asked.get(id);
    if (question !== undefined) {
      this.#asked.delete(id);
      this.onmessage?.({ ...message, id: question });
      return true;
    }
    if (!isJSONRPCNotification(message)) return false;
    const requestId = message.params?.["requestId"] as RequestId | undefined;
    if (requestId === undefined || !this.#running.has(requestId)) return false;
    this.onmessage?.(message);
    this.#end(requestId);
    if (this.#running.size === 0) void this.close(); // nothing more is said of it
    return true;
  }
}
