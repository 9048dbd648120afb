import { once } from "node:events";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { JsonRpc, NodeRefusal, NodeUnreachable } from "@/lib/chain/solana/json-rpc";

const servers: http.Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => (server.closeAllConnections(), server.close())));

/** A node that answers in the given way. */
async function node(answer: http.RequestListener): Promise<JsonRpc> {
  const server = http.createServer(answer).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return new JsonRpc(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 300);
}

const result = (response: http.ServerResponse) => response.end(JSON.stringify({ jsonrpc: "2.0", result: 7 }));

test("a connection that was kept and then closed by the node is no failure: the question is asked again", async () => {
  const used = new Set<Socket>();
  const rpc = await node((request, response) => {
    if (used.has(request.socket)) return request.socket.resetAndDestroy();
    used.add(request.socket);
    result(response);
  });
  expect([await rpc.ask("getSlot", []), await rpc.ask("getSlot", [])]).toEqual([7, 7]);
  expect(used.size).toBe(2);
});

test("a node that closes every connection is asked once more at most", async () => {
  let asked = 0;
  const rpc = await node((request) => {
    asked++;
    request.socket.resetAndDestroy();
  });
  await expect(rpc.ask("getSlot", [])).rejects.toThrow(NodeUnreachable);
  expect(asked).toBeLessThanOrEqual(2);
});

test.each<[string, http.RequestListener]>([
  ["says nothing", () => undefined],
  ["stops in the middle", (_request, response) => response.write('{"result":')],
  ["sends no JSON", (_request, response) => response.end("<html>")],
  ["sends JSON that is no answer", (_request, response) => response.end("[1]")],
  ["answers another question", (_request, response) => response.end('{"id":1,"result":7}')],
  [
    "refuses another question",
    (_request, response) => response.end('{"id":1,"error":{"message":"simulation failed"}}'),
  ],
  ["is overloaded", (_request, response) => response.writeHead(503).end('{"result":1}')],
  ["never ends", (_request, response) => void endless(response)],
])("a node that %s could not be asked", async (_name, answer) => {
  const rpc = await node(answer);
  await expect(rpc.ask("getSlot", [])).rejects.toThrow(NodeUnreachable);
});

test("what a node refuses comes back in its own words", async () => {
  const rpc = await node((_request, response) =>
    response.end(JSON.stringify({ error: { code: -32_002, message: "Blockhash not found" } })),
  );
  const refusal: unknown = await rpc.ask("sendTransaction", []).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(NodeRefusal);
  expect(refusal).toMatchObject({ message: "Blockhash not found" });
});

async function endless(response: http.ServerResponse): Promise<void> {
  const megabyte = Buffer.alloc(1024 * 1024, " ");
  while (!response.destroyed) if (!response.write(megabyte)) await once(response, "drain").catch(() => null);
}
