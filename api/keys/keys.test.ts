import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

let key: string;
beforeAll(async () => {
  ({ key } = await makeKeyHolder());
});

const make = (name: unknown, given = key) => call("POST", "/v1/keys/api", { json: { name }, key: given });

describe("API keys", () => {
  test("201: a key is shown once, works, is listed without its text, and can be revoked", async () => {
    const made = await make("laptop");
    expect(made.status).toBe(201);
    const { key: text, id, prefix } = made.body as Record<string, string>;
    if (!text || !id || !prefix) throw new Error("a new key has text, id and prefix");
    expect(text.startsWith(prefix)).toBe(true);
    const listed = await call("GET", "/v1/keys/api", { key: text });
    expect(listed.body["results"]).toHaveLength(2);
    expect(JSON.stringify(listed.body)).not.toContain(text);

    const revoked = await call("DELETE", `/v1/keys/api/${id}`, { key: text });
    expect([revoked.status, revoked.body]).toEqual([200, { status: "success", id }]);
    expectProblem(await call("GET", "/v1/keys/api", { key: text }), 401, "AUTH_FAILED");
    expectProblem(await call("DELETE", `/v1/keys/api/${id}`, { key }), 404, "NOT_FOUND");
  });

  test("a key made with another names it, and ends with it", async () => {
    const holder = await makeKeyHolder();
    const made = (await make("its own", holder.key)).body as Record<string, string>;
    const { body } = await call("GET", "/v1/keys/api", { key: made["key"] ?? "" });
    const first = (body["results"] as Record<string, string>[]).find(({ id }) => id !== made["id"]);
    expect([made["made_by"], first?.["made_by"]]).toEqual([first?.["id"], null]);
    const path = `/v1/keys/api/${first?.["id"]}`;
    expectProblem(await call("DELETE", path, { key: made["key"] ?? "" }), 403, "PERMISSION_DENIED");
    expect((await call("DELETE", path, { key: holder.key })).status).toBe(200);
    expectProblem(await call("GET", "/v1/keys/api", { key: made["key"] ?? "" }), 401, "AUTH_FAILED");
  });

  test("a key of another account cannot be seen or revoked", async () => {
    const id = String((await make("mine")).body["id"]);
    const other = await makeKeyHolder();
    const { body } = await call("GET", "/v1/keys/api", { key: other.key });
    expect(JSON.stringify(body)).not.toContain(id);
    expectProblem(await call("DELETE", `/v1/keys/api/${id}`, { key: other.key }), 404, "NOT_FOUND");
  });

  test("400 REQUEST_INVALID for a name that is empty, too long or no text", async () => {
    for (const name of ["", "x".repeat(61), 7, undefined])
      expectProblem(await make(name), 400, "REQUEST_INVALID");
  });

  test.each([
    ["POST", "/v1/keys/api", { json: { name: "x" } }],
    ["GET", "/v1/keys/api", {}],
    ["DELETE", "/v1/keys/api/key_1", {}],
  ])("401 AUTH_REQUIRED and AUTH_FAILED for %s %s", async (method, path, given) => {
    expectProblem(await call(method, path, given), 401, "AUTH_REQUIRED");
    expectProblem(await call(method, path, { ...given, key: "sk_wrong" }), 401, "AUTH_FAILED");
  });

  test("403 PERMISSION_DENIED beyond 20 working keys", async () => {
    const holder = await makeKeyHolder();
    for (let i = 0; i < 19; i++) expect((await make(`k${i}`, holder.key)).status).toBe(201);
    expectProblem(await make("one too many", holder.key), 403, "PERMISSION_DENIED");
  });

  test("429 RATE_LIMITED for a program that makes and revokes keys without end", async () => {
    const holder = await makeKeyHolder();
    const limit = { name: "api-keys", points: 60, durationSeconds: 3600 };
    await consumeRateLimit(limit, holder.accountId, 59);
    const made = await make("the last", holder.key);
    expect([made.status, made.headers.get("ratelimit-remaining")]).toEqual([201, "0"]);
    expectProblem(await make("one more", holder.key), 429, "RATE_LIMITED");
    expect((await make("another account's")).status).toBe(201);
  });

  test("413 and 415 for bodies that are too large or no JSON", async () => {
    expectProblem(await make("x".repeat(5000)), 413, "CONTENT_TOO_LARGE");
    expectProblem(await call("POST", "/v1/keys/api", { key, body: "name=x" }), 415, "CONTENT_TYPE_INVALID");
  });
});
