import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";
import { Faucet, type FaucetLimits } from "@/lib/chain/ledger/faucet";
import type { Ledger } from "@/lib/chain/ledger/ledger";
import { answer } from "@/lib/chain/ledger/rpc/answer";
import { Params, RPC_CODES, RpcError } from "@/lib/chain/ledger/rpc/params";

type Waiting = {
  socket: WebSocket;
  signature: string;
  commitment: ReturnType<ReturnType<Params["config"]>["commitment"]>;
};

const MAX_SUBSCRIPTIONS_PER_SOCKET = 100;

/** `signatureSubscribe`: one notification when a transaction reaches a commitment level, then the subscription ends. */
class SignatureSubscriptions {
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

const HOST = "127.0.0.1"; // never reachable from another machine: it gives lamports away
const MAX_BODY_BYTES = 100_000;
const MAX_SOCKETS = 256;
const REQUEST_TIMEOUT_MS = 10_000;
const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, OPTIONS",
  "access-control-allow-headers": "content-type, solana-client",
};

export interface LedgerServer {
  url: string;
  port: number;
  close(): Promise<void>;
}

export interface ServeOptions {
  /** 0 takes any free port whose successor is free as well. */
  port?: number;
  faucetLimits?: FaucetLimits;
}

/**
 * Serves the ledger as JSON-RPC over HTTP on `port`, and `signatureSubscribe` over WebSocket on the same port and on
 * `port + 1`, where web3.js looks for it.
 */
export async function serveLedger(ledger: Ledger, options: ServeOptions = {}): Promise<LedgerServer> {
  const context = { ledger, faucet: new Faucet(ledger, options.faucetLimits) };
  const rpc = http.createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    readBody(request, (body) => {
      // Whoever is still sending must not send the next request behind it.
      if (body === null)
        response.writeHead(413, { ...CORS_HEADERS, connection: "close" }).end(() => request.destroy());
      else if (ledger.outage) response.writeHead(503, CORS_HEADERS).end("outage");
      else if (body === "") response.writeHead(204, CORS_HEADERS).end();
      else respond(response, answer(body, context));
    });
  });
  const pubsub = http.createServer((_request, response) => response.writeHead(426).end());
  const sockets = acceptSockets(ledger, [rpc, pubsub]);
  const port = await listenOnTwoPorts(rpc, pubsub, options.port ?? 0);

  const ticking = setInterval(() => sockets.subscriptions.notify(), ledger.slotMs).unref();
  ledger.onChange(() => sockets.subscriptions.notify());
  return {
    url: `http://${HOST}:${port}`,
    port,
    close: async () => {
      clearInterval(ticking);
      sockets.close();
      await Promise.all([rpc, pubsub].map(closeServer));
      ledger.close();
    },
  };
}

function respond(response: http.ServerResponse, body: string): void {
  response.writeHead(200, { ...CORS_HEADERS, "content-type": "application/json" }).end(body);
}

/** Calls back with the body of a POST, empty for anything else, or with null as soon as it is too long. */
function readBody(request: http.IncomingMessage, done: (body: string | null) => void): void {
  if (request.method !== "POST") {
    done("");
    return;
  }
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  request.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes <= MAX_BODY_BYTES) return;
    request.removeAllListeners();
    done(null);
  });
  request.on("end", () => done(Buffer.concat(chunks).toString("utf8")));
  request.on("error", () => request.destroy());
}

function acceptSockets(ledger: Ledger, servers: readonly http.Server[]) {
  const subscriptions = new SignatureSubscriptions(ledger);
  const acceptor = new WebSocketServer({ noServer: true, maxPayload: MAX_BODY_BYTES });
  acceptor.on("connection", (socket) => {
    socket.on("message", (data: Buffer) => subscriptions.receive(socket, data.toString("utf8")));
    socket.on("close", () => subscriptions.forget(socket));
    socket.on("error", () => socket.terminate());
  });
  for (const server of servers) {
    server.on("upgrade", (request, socket, head) => {
      if (acceptor.clients.size >= MAX_SOCKETS || ledger.outage) socket.destroy();
      else
        acceptor.handleUpgrade(request, socket, head, (webSocket) =>
          acceptor.emit("connection", webSocket, request),
        );
    });
  }
  const close = () => {
    for (const client of acceptor.clients) client.terminate();
    acceptor.close();
  };
  return { subscriptions, close };
}

async function listenOnTwoPorts(rpc: http.Server, pubsub: http.Server, wanted: number): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    await listen(rpc, wanted);
    const { port } = rpc.address() as AddressInfo;
    try {
      await listen(pubsub, port + 1);
      return port;
    } catch (error) {
      await closeServer(rpc);
      if (wanted !== 0 || attempt === 10) throw error;
    }
  }
}

async function listen(server: http.Server, port: number): Promise<void> {
  server.listen(port, HOST);
  await once(server, "listening");
}

async function closeServer(server: http.Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
