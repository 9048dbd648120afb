import type { WebSocket } from "ws";
import type { Ledger } from "@/lib/chain/ledger/ledger";
import { Params, RPC_CODES, RpcError } from "@/lib/chain/ledger/rpc/params";

type Waiting = {
  socket: WebSocket;
  signature: string;
  commitment: ReturnType<ReturnType<Params["config"]>["commitment"]>;
};

const MAX_SUBSCRIPTIONS_PER_SOCKET = 100;

/** `signatureSubscribe`: one notification when a transaction reaches a commitment level, then the subscription ends. */
export class SignatureSubscriptions {
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 1;

  constructor(private readonly ledger: Ledger) {}

  /** Answers one message of a socket. */
  receive(socket: WebSocket, text: string): void {
    let id: unknown = null;
    try {
      const request = parseRequest(text);
      id = request.id;
      socket.send(
        JSON.stringify({ jsonrpc: "2.0", id, result: this.call(socket, request.method, request.params) }),
      );
    } catch (error) {
      const known = error instanceof RpcError ? error : new RpcError(RPC_CODES.parseError, "Parse error");
      socket.send(
        JSON.stringify({ jsonrpc: "2.0", id, error: { code: known.code, message: known.message } }),
      );
    }
    this.notify();
  }

  /** Tells everybody whose transaction has got far enough. */
  notify(): void {
    for (const [subscription, { socket, signature, commitment }] of this.waiting) {
      const landed = this.ledger.find(signature);
      if (!landed || !this.ledger.hasReached(landed, commitment)) continue;
      const result = { context: { slot: this.ledger.slot() }, value: { err: landed.error } };
      socket.send(
        JSON.stringify({ jsonrpc: "2.0", method: "signatureNotification", params: { result, subscription } }),
      );
      this.waiting.delete(subscription);
    }
  }

  forget(socket: WebSocket): void {
    for (const [id, each] of this.waiting) if (each.socket === socket) this.waiting.delete(id);
  }

  private call(socket: WebSocket, method: string, params: Params): unknown {
    if (method === "ping") return "pong"; // the keep-alive of web3.js
    if (method === "signatureSubscribe") return this.subscribe(socket, params);
    if (method === "signatureUnsubscribe") return this.unsubscribe(socket, params.whole(0));
    throw new RpcError(RPC_CODES.methodNotFound, "Method not found");
  }

  private subscribe(socket: WebSocket, params: Params): number {
    const own = [...this.waiting.values()].filter((each) => each.socket === socket).length;
    if (own >= MAX_SUBSCRIPTIONS_PER_SOCKET) throw new RpcError(RPC_CODES.internal, "Too many subscriptions");
    const id = this.nextId++;
    this.waiting.set(id, {
      socket,
      signature: params.signature(0),
      commitment: params.config(1).commitment(),
    });
    return id;
  }

  private unsubscribe(socket: WebSocket, id: number): boolean {
    return this.waiting.get(id)?.socket === socket && this.waiting.delete(id);
  }
}

function parseRequest(text: string): { id: unknown; method: string; params: Params } {
  const { id, method, params } = JSON.parse(text) as { id?: unknown; method?: unknown; params?: unknown };
  if (typeof method !== "string") throw new RpcError(RPC_CODES.invalidRequest, "Invalid request");
  return { id, method, params: new Params(Array.isArray(params) ? params : []) };
}
