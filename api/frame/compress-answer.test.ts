import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { app } from "@/api/app";
import { echoSkills } from "@/api/testing/echo-skills";
import { makeKeyHolder } from "@/api/testing/keys";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
echoSkills();

const LARGE = "/v1/openapi.json";
const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  app.request(
    path,
    { ...init, headers: { "accept-encoding": "gzip, br", ...headers } },
    { incoming: { socket: { remoteAddress: "203.0.113.7" } } },
  );
const codingOf = ({ headers }: Response) => headers.get("content-encoding");

describe("a large text that everybody may read", () => {
  test.each([
    ["gzip", gunzipSync],
    ["br", brotliDecompressSync],
  ] as const)("comes as %s to who asks for it, and says the same", async (coding, decode) => {
    const whole = await app.request(LARGE);
    const answer = await ask(LARGE, { "accept-encoding": coding });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([codingOf(whole), codingOf(answer)]).toEqual([null, coding]);
    expect(decode(bytes).toString()).toBe(await whole.text());
    expect(bytes.length).toBeLessThan(70_000);
    expect([whole, answer].map(({ headers }) => headers.get("vary"))).toEqual([
      "Accept-Encoding",
      "Accept-Encoding",
    ]);
  });

  test("has a weak tag then, by which it is found unchanged in either form", async () => {
    const [whole, small] = [await app.request(LARGE), await ask(LARGE)];
    const [strong, weak] = [whole.headers.get("etag") ?? "", small.headers.get("etag") ?? ""];
    expect(strong).toMatch(/^"/);
    expect(weak).toBe(`W/${strong}`);
    for (const tag of [strong, weak]) {
      const again = await ask(LARGE, { "if-none-match": tag });
      expect([again.status, again.headers.get("etag"), again.headers.get("vary"), codingOf(again)]).toEqual([
        304,
        tag,
        "Accept-Encoding",
        null,
      ]);
    }
  });

  test("keeps the headers of every answer", async () => {
    const { headers } = await ask(LARGE);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toMatch(/^public/);
  });
});

test("what fits into one packet comes as it is, and whole", async () => {
  const answer = await ask("/v1/tally");
  expect([answer.status, codingOf(answer), answer.headers.get("vary")]).toEqual([
    200,
    null,
    "Accept-Encoding",
  ]);
  expect(Object.keys((await answer.json()) as object).length).toBeGreaterThan(0);
});

test("a download is sent as it is, in whole and in part", async () => {
  const path = "/v1/skills/echo-text/download";
  for (const [headers, status] of [
    [{}, 200],
    [{ range: "bytes=0-99" }, 206],
  ] as const) {
    const answer = await ask(path, headers);
    expect([answer.status, codingOf(answer)]).toEqual([status, null]);
    expect(answer.headers.get("etag")).toMatch(/^"/);
  }
});

test("what is one caller's is never compressed, however long", async () => {
  const { key } = await makeKeyHolder();
  const auth = { "x-api-key": key, "content-type": "application/json" };
  for (let made = 0; made < 8; made += 1) {
    const body = JSON.stringify({ name: "n".repeat(60) });
    const answer = await ask("/v1/keys/api", auth, { method: "POST", body });
    expect([answer.status, codingOf(answer)]).toEqual([201, null]);
  }
  const list = await ask("/v1/keys/api", auth);
  expect([codingOf(list), list.headers.get("vary")]).toEqual([null, null]);
  expect((await list.text()).length).toBeGreaterThan(1_400);
});
