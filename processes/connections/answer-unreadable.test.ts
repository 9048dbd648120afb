import { once } from "node:events";
import http from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { answerUnreadable } from "./answer-unreadable";

process.env["APP_URL"] = "http://127.0.0.1:3000";
let server: http.Server;

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function serve(answer: http.RequestListener, options: http.ServerOptions = {}): Promise<number> {
  server = http.createServer(options, answer);
  answerUnreadable(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** All that comes back for these bytes until the connection is closed. */
async function send(port: number, bytes: string): Promise<{ head: string; body: string }> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(bytes);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { head, body };
}

test("headers that are too large are a problem, told whole although the rest was not read", async () => {
  const port = await serve((_request, response) => response.end("answered"));
  const cookie = "c".repeat(4_000_000);
  const { head, body } = await send(port, `GET / HTTP/1.1\r\nhost: market\r\ncookie: ${cookie}\r\n\r\n`);
  expect(head).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  expect(head).toContain("content-type: application/problem+json");
  expect(head).toContain("connection: close");
  expect(JSON.parse(body)).toMatchObject({
    error_code: "HEADERS_TOO_LARGE",
    type: "http://127.0.0.1:3000/errors/HEADERS_TOO_LARGE",
    detail: expect.stringContaining("16384 bytes") as string,
  });
});

test("what comes after the answer is read and thrown away: a reset would overtake the answer", async () => {
  const port = await serve((_request, response) => response.end("answered"));
  const accepted = once(server, "connection") as Promise<[Socket]>;
  const caller = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const [socket] = await accepted;
  caller.write(`GET / HTTP/1.1\r\nhost: market\r\ncookie: ${"c".repeat(20_000)}`);
  await once(caller, "data");
  const read = socket.bytesRead;
  caller.write("c".repeat(1_000));
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(read);
  expect(socket.destroyed).toBe(false);
  caller.destroy();
});

test("a request that never ends is told so, also where somebody waits for its body", async () => {
  const limits = { requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 50 };
  const port = await serve((request, response) => {
    request.resume().once("end", () => response.end("answered"));
  }, limits);
  for (const begun of [
    "GET / HTTP/1.1\r\n",
    "POST / HTTP/1.1\r\nhost: market\r\ncontent-length: 9\r\n\r\n{",
  ]) {
    const { head, body } = await send(port, begun);
    expect(head).toContain("408 Request Timeout");
    expect(JSON.parse(body)).toMatchObject({ error_code: "REQUEST_TIMEOUT" });
  }
});

test("what is not HTTP is told so, after an answered request as well", async () => {
  const port = await serve((_request, response) => response.end("answered"));
  const { body } = await send(port, "\x16\x03\x01\x02\x00\x01\r\n\r\n");
  expect(JSON.parse(body)).toMatchObject({ error_code: "REQUEST_INVALID", status: 400 });

  const socket = connect(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: market\r\n\r\n");
  await once(socket, "data");
  socket.write("nonsense\r\n\r\n");
  expect(await text(socket)).toContain('"error_code":"REQUEST_INVALID"');
});

test("nothing is mixed into an answer under way", async () => {
  const port = await serve((_request, response) => response.write("half of it"));
  const socket = connect(port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: market\r\n\r\n");
  await once(socket, "data");
  socket.write("nonsense\r\n\r\n");
  expect(await text(socket)).not.toContain("HTTP/1.1");
});
