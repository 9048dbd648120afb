import { once } from "node:events";
import http from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cutStalledReader } from "./connections";

const STALLED_MS = 400;
/** For who reads slowly: a busy machine makes a pause longer, and must not make it this long. */
const SLOW_STALLED_MS = 2_000;
const PAUSE_MS = 300;
const CHUNK = Buffer.alloc(1024 * 1024);
const CHUNKS = 32;
/** So much is read at a time; the system tells the server of less only now and then. */
const STEP = 4 * CHUNK.length;

/** Answers with more than the system holds for a reader: in one piece, in many, or nothing for a while. */
const server = http.createServer((request, response) => {
  const [place, slow] = (request.url ?? "").split("?");
  cutStalledReader(response, slow === undefined ? STALLED_MS : SLOW_STALLED_MS);
  if (place === "/late") setTimeout(() => response.end("late"), 3 * STALLED_MS);
  else if (place === "/whole") response.end(Buffer.alloc(CHUNKS * CHUNK.length));
  else send(response, CHUNKS);
});
const open = new Set<Socket>();
server.on("connection", (socket: Socket) => {
  open.add(socket);
  socket.once("close", () => open.delete(socket));
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

function send(response: http.ServerResponse, left: number): void {
  if (left === 0) response.end();
  else if (response.write(CHUNK)) setImmediate(() => send(response, left - 1));
  else response.once("drain", () => send(response, left - 1));
}

function ask(path: string): Socket {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: market\r\nConnection: close\r\n\r\n`);
  return socket;
}

test.each(["/whole", "/pieces"])("who never reads the answer to %s is cut off", async (path) => {
  const client = ask(path);
  client.pause();
  client.on("error", () => {});
  await expect.poll(() => open.size).toBe(1);
  await expect.poll(() => open.size, { timeout: 10 * STALLED_MS }).toBe(0);
  client.destroy();
});

test.each(["/whole", "/pieces"])("who reads the answer to %s slowly gets all of it", async (path) => {
  const client = ask(`${path}?slow`);
  let [bytes, pauses] = [0, 0];
  client.on("data", (chunk: Buffer) => {
    if (Math.floor(bytes / STEP) === Math.floor((bytes += chunk.length) / STEP)) return;
    pauses += 1;
    client.pause();
    setTimeout(() => client.resume(), PAUSE_MS);
  });
  await once(client, "close");
  expect(bytes).toBeGreaterThan(CHUNKS * CHUNK.length);
  expect(pauses * PAUSE_MS).toBeGreaterThan(SLOW_STALLED_MS);
});

test("who waits for an answer is not cut off while there is none", async () => {
  const client = ask("/late");
  const chunks: Buffer[] = [];
  client.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(client, "close");
  expect(Buffer.concat(chunks).toString()).toContain("late");
});
