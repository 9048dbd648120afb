import net, { type AddressInfo } from "node:net";
import pg from "pg";

const READY = "Z".charCodeAt(0);
const TERMINATE = "X".charCodeAt(0);
const IDLE = "I".charCodeAt(0);
const HEAD_BYTES = 5;

/** The stream of a connection that `pg` has opened and signed in. */
type Opened = pg.Client & { connection: { stream: net.Socket } };

interface Server {
  stream: net.Socket;
  /** Takes what the server says meanwhile; null while nobody has the connection. */
  holder: ((part: Buffer) => void) | null;
}

/** `ReadyForQuery`, outside of a transaction. */
const READY_AND_IDLE = message("Z", Buffer.from("I"));
const AUTHENTICATION_OK = message("R", Buffer.alloc(4));

/**
 * A pooler as PgBouncer is in transaction mode: each transaction of any client gets the server connection that has
 * waited longest, and nothing of a session is put back. `url` is the database it leads to.
 */
export async function startTransactionPooler(
  databaseUrl: string,
  { servers: count = 2 } = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const clients = await Promise.all(Array.from({ length: count }, () => openServer(databaseUrl)));
  const free = clients.map(toServer);
  const waiting: ((server: Server) => void)[] = [];
  const release = (server: Server) => {
    server.holder = null;
    const next = waiting.shift();
    if (next) next(server);
    else free.push(server);
  };
  const sockets = new Set<net.Socket>();
  const pooler = net.createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    serve(socket, { take: (give) => take(free, waiting, give), release });
  });
  await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
  return {
    url: url.href,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      for (const { connection } of clients) connection.stream.destroy();
      await new Promise((resolve) => pooler.close(resolve));
    },
  };
}

async function openServer(url: string): Promise<Opened> {
  const client = new pg.Client(url) as Opened;
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

function toServer({ connection: { stream } }: Opened): Server {
  stream.removeAllListeners("data");
  const server: Server = { stream, holder: null };
  stream.on("data", (part: Buffer) => server.holder?.(part));
  return server;
}

function take(free: Server[], waiting: ((server: Server) => void)[], give: (server: Server) => void): void {
  const server = free.shift();
  if (server) give(server);
  else waiting.push(give);
}

function serve(
  socket: net.Socket,
  pool: { take: (give: (server: Server) => void) => void; release: (server: Server) => void },
): void {
  let greeted = false;
  let held: Server | null = null;
  let asked: Buffer[] | null = null;
  const begin = (server: Server) => {
    held = server;
    let unread = Buffer.alloc(0);
    server.holder = (part) => {
      const { idle, rest } = readToEnd(Buffer.concat([unread, part]));
      unread = rest;
      if (idle) {
        held = null;
        pool.release(server);
      }
      socket.write(part);
    };
    for (const part of asked ?? []) server.stream.write(part);
    asked = null;
  };
  socket.on("data", (part: Buffer) => {
    if (!greeted) {
      greeted = true;
      socket.write(Buffer.concat([AUTHENTICATION_OK, READY_AND_IDLE]));
    } else if (part[0] === TERMINATE) socket.end();
    else if (held) held.stream.write(part);
    else if (asked) asked.push(part);
    else {
      asked = [part];
      pool.take(begin);
    }
  });
}

/** Whether what a server has said ends outside of a transaction, and the beginning of a message that is not whole. */
function readToEnd(said: Buffer): { idle: boolean; rest: Buffer<ArrayBuffer> } {
  let at = 0;
  let idle = false;
  while (said.length >= at + HEAD_BYTES) {
    const length = said.readUInt32BE(at + 1);
    if (said.length < at + 1 + length) break;
    idle = said[at] === READY && said[at + HEAD_BYTES] === IDLE;
    at += 1 + length;
  }
  return { idle, rest: Buffer.from(said.subarray(at)) };
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
