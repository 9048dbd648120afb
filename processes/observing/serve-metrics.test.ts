import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stopBeingReady } from "@/lib/web/http/readiness";
import { serveMetrics } from "./serve-metrics";

let measured = 0;
const server = serveMetrics({ host: "127.0.0.1", port: 0 }, async () => void measured++);
let url = "";
beforeAll(async () => {
  if (!server.listening) await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test("the figures of a process without requests are asked anew each time", async () => {
  for (const time of [1, 2]) {
    const answer = await fetch(`${url}/metrics`);
    expect([answer.status, measured]).toEqual([200, time]);
    expect(await answer.text()).toContain("emporion_process_cpu_seconds_total");
  }
});

test("a page whose name was pointed here cannot read them", async () => {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  socket.end("GET /metrics HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n");
  let said = "";
  for await (const part of socket) said += String(part);
  expect(said).toMatch(/^HTTP\/1.1 403 /);
});

test("it is alive as long as it answers, and ready until it is told to stop", async () => {
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status;
  expect([await statusOf("/healthz"), await statusOf("/readyz"), await statusOf("/")]).toEqual([
    200, 200, 404,
  ]);
  stopBeingReady();
  expect([await statusOf("/healthz"), await statusOf("/readyz")]).toEqual([200, 503]);
});
