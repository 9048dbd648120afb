import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { closeInTurn } from "./connections";

test("a server that is told to stop answers until its time is over, and keeps no connection for a next request", async () => {
  let answerSlow = () => {};
  const server = http.createServer((request, response) => {
    if (request.url === "/slow") answerSlow = () => response.end("slow");
    else response.end("at once");
  });
  const close = closeInTurn(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true });
  const ask = async (path: string) => {
    const [response] = (await once(http.get({ port, path, agent }), "response")) as [http.IncomingMessage];
    response.resume();
    return response.headers.connection;
  };
  expect(await ask("/")).toBe("keep-alive");
  const slow = ask("/slow");
  await once(server, "request");
  let end = () => {};
  const closing = close(new Promise<void>((resolve) => (end = resolve)));
  expect(await ask("/")).toBe("close");
  expect(await ask("/")).toBe("close");
  end();
  const { done } = await closing;
  // A reset where a process that is being started elsewhere still holds the port for a moment.
  await expect(ask("/")).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
  answerSlow();
  expect(await slow).toBe("close");
  await done;
  agent.destroy();
});
