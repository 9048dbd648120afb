import http from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { database } from "@/lib/db/client";
import { testDatabase } from "@/lib/testing/database";
import { sendPages } from "../send-pages";
import { keepPages } from "./keep-pages";

testDatabase();

const SCRIPT = "alert(1)";
const POLICY = "default-src 'self'; script-src 'self' 'nonce-abc' 'strict-dynamic'; object-src 'none'";
let made = 0;
let cookies: string[] = [];
let html = "";
let server: http.Server;
let url = "";

beforeAll(async () => {
  const render = async (_: http.IncomingMessage, response: http.ServerResponse) => {
    made++;
    await new Promise((resolve) => setImmediate(resolve));
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("content-security-policy", POLICY);
    response.setHeader("cache-control", "private, no-store");
    if (cookies.length > 0) response.setHeader("set-cookie", cookies);
    response.end(html);
  };
  const send = sendPages(render, "/plain.js", async () => [], keepPages({ bytes: 1_000_000 }));
  server = http.createServer((request, response) => void send(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(async () => {
  [made, cookies] = [0, []];
  html = `<!DOCTYPE html><html><script nonce="abc">${SCRIPT}</script><script nonce="abc" src="/_next/a.js"></script><p>한국어</p></html>`;
  await database().change.create({ data: { scope: "catalogue" } });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers });

test("a page is made once for all who are not signed in, until something changes", async () => {
  const first = await get("/skills");
  expect(first.headers.get("cache-control")).toBe("public, no-cache, s-maxage=5");
  const again = await get("/skills");
  expect([made, await again.text()]).toEqual([1, await first.text()]);
  await database().change.create({ data: { scope: "catalogue" } });
  await get("/skills");
  expect(made).toBe(2);
});

test("a crowd that comes at once waits for one making", async () => {
  const pages = await Promise.all(Array.from({ length: 20 }, () => get("/docs")));
  expect([made, new Set(await Promise.all(pages.map((page) => page.text()))).size]).toEqual([1, 1]);
});

test("its policy names its own scripts by their digests, and no number that was used once", async () => {
  const policy = (await get("/audits")).headers.get("content-security-policy") ?? "";
  const digest = createHash("sha256").update(SCRIPT).digest("base64");
  expect(policy).toBe(`default-src 'self'; script-src 'self' 'sha256-${digest}'; object-src 'none'`);
});

test("who has it already is sent no body, and others the smallest form they read", async () => {
  const packed = await new Promise<http.IncomingMessage & { body: Buffer }>((resolve) =>
    http.get(
      `${url}/wanted`,
      { headers: { "accept-encoding": "gzip, br", "accept-language": "*" } },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => resolve(Object.assign(response, { body: Buffer.concat(parts) })));
      },
    ),
  );
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(packed.body).toString()).toBe(html);
  const known = await get("/wanted", { "if-none-match": String(packed.headers.etag) });
  expect([known.status, await known.text(), made]).toEqual([304, "", 1]);
});

test.each([
  ["a session", "/skills", { cookie: "next-auth.session-token=x" }],
  ["any cookie that could name somebody", "/skills", { cookie: "emporion-written=x" }],
  ["React's own reading", "/skills", { rsc: "1" }],
  ["a key", "/skills", { authorization: "Bearer x" }],
  ["a page of one's own", "/dashboard", {}],
  ["a form about a skill", "/skills/x/report", {}],
])("is made anew for %s", async (_, path, headers) => {
  await get(path, headers);
  await get(path, headers);
  expect(made).toBe(2);
});

test.each([
  ["sets a cookie of somebody's", () => (cookies = ["emporion-written=x"])],
  ["found nothing, which is counted for each", () => (html = html.replace("<p>", '<p data-unmet="">'))],
])("a page that %s is kept for nobody", async (_, change) => {
  change();
  await get("/skills?q=1");
  await get("/skills?q=1");
  expect(made).toBe(2);
});

test("the language that was chosen, or is asked for, has a page of its own", async () => {
  for (const headers of [
    { cookie: "emporion-locale=ko" },
    { cookie: "emporion-locale=en; next-auth.csrf-token=x" },
    { "accept-language": "zh" },
    { "accept-language": "ko" },
  ]) {
    await get("/people/x", headers);
    await get("/people/x", headers);
  }
  expect(made).toBe(4);
});
