import { once } from "node:events";
import http from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { limitConnections } from "./connections";
import { rejectOverload } from "./reject-overload";

process.env["APP_URL"] = "http://127.0.0.1:3000";
const OPEN_FILES = 8;
let server: http.Server;
const idle: Socket[] = [];

afterEach(async () => {
  for (const socket of idle.splice(0)) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

async function serve(): Promise<number> {
  server = http.createServer((request, response) => {
    if (isSurplus(request.socket)) void rejectOverload(request, response);
    else response.end("answered");
  });
  const isSurplus = limitConnections(server, OPEN_FILES);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Connections that are kept open and ask for nothing. */
async function crowd(port: number, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const socket = connect(port, "127.0.0.1");
    idle.push(socket);
    await once(socket, "connect");
  }
}

function ask(port: number, path: string, headers: Record<string, string> = {}) {
  return fetch(`http://127.0.0.1:${port}${path}`, { headers: { ...headers, connection: "close" } });
}

test("whoever comes when as many are connected as are answered is told so, and answered when there is room again", async () => {
  const port = await serve();
  await crowd(port, OPEN_FILES / 2);
  const page = await ask(port, "/ko/skills");
  expect([page.status, page.headers.get("retry-after"), page.headers.get("connection")]).toEqual([
    503,
    "5",
    "close",
  ]);
  const html = await page.text();
  expect(html).toContain('<html lang="ko">');
  expect(html).toContain("지금은 마켓이 가득 찼습니다");
  expect(await (await ask(port, "/skills", { "accept-language": "zh-CN" })).text()).toContain(
    'lang="zh-Hans"',
  );
  const agent = await ask(port, "/v1/skills");
  expect([agent.status, agent.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await agent.json()).toMatchObject({ error_code: "MARKET_UNAVAILABLE", reason: "capacity" });

  idle.shift()?.destroy();
  await expect.poll(async () => (await ask(port, "/skills")).text()).toBe("answered");
});

test("those beyond are cut, so that there is always a file left to open", async () => {
  const port = await serve();
  await crowd(port, (OPEN_FILES * 3) / 4);
  await expect(ask(port, "/skills")).rejects.toThrow("fetch failed");
});

test("where there is no limit nobody is refused", async () => {
  server = http.createServer();
  expect(limitConnections(server, null)({} as Socket)).toBe(false);
  expect(server.maxConnections).toBeUndefined();
  server.listen(0);
});
