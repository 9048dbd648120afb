import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { McpSessions } from "@/api/mcp/sessions";
import { McpMarket } from "@/api/mcp/testing/mcp-market";
import { makeKeyHolder } from "@/api/testing/keys";
import { CONVERSATION_IDLE_MS } from "@/lib/catalogue/core-tools/conversations/conversation";
import { purgeAged } from "@/lib/db/purge-rows";
import { fakeClock } from "@/lib/kernel/clock";
import { testRunner } from "@/lib/running/testing/test-runner";
import { buildVibeLifeSkill } from "@/lib/running/testing/vibelife-skill";
import { makeAccount, publishNow } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testRunner();
const market = new McpMarket();

let letters: string;
beforeAll(async () => {
  letters = (await publishNow(buildVibeLifeSkill(), await makeAccount())).slug;
});

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

async function post(body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(market.url, {
    method: "POST",
    headers: { ...HEADERS, ...headers },
    body: text,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe("who may speak to the MCP server", () => {
  test("a page of another site, or one whose name was pointed here, is refused", async () => {
    for (const origin of ["http://evil.example", `http://evil.example:${market.url.port}`, "null"]) {
      expect((await post(INITIALIZE, { origin })).status).toBe(403);
    }
    expect((await post(INITIALIZE, { origin: "http://127.0.0.1:3000" })).status).toBe(200);
  });

  test("a key that does not work is told so and begins nothing", async () => {
    const answer = await post(INITIALIZE, { authorization: "Bearer sk_wrong" });
    expect([answer.status, answer.headers.get("mcp-session-id")]).toEqual([401, null]);
  });

  test("a session is not found by another account, nor without its key", async () => {
    const [{ key }, { key: other }] = [await makeKeyHolder(), await makeKeyHolder()];
    const client = await market.connect({ key });
    const id = client.transport.sessionId ?? "";
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    const as = (headers: Record<string, string>) => post(list, { "mcp-session-id": id, ...headers });
    expect((await as({})).status).toBe(404);
    expect((await as({ authorization: `Bearer ${other}` })).status).toBe(404);
    expect((await as({ authorization: `Bearer ${key}` })).status).toBe(200);
    expect((await post(list, { "mcp-session-id": "made-up" })).status).toBe(404);
  });

  test("a session that was ended is gone", async () => {
    const client = await market.connect();
    const id = client.transport.sessionId ?? "";
    await client.transport.terminateSession();
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    expect((await post(list, { "mcp-session-id": id })).status).toBe(404);
  });
});

test("a session that has ended is begun anew by whoever names it when they begin", async () => {
  const client = await market.connect();
  const ended = client.transport.sessionId ?? "";
  await client.transport.terminateSession();
  for (const id of [ended, "made-up"]) {
    const begun = await post(INITIALIZE, { "mcp-session-id": id });
    expect(begun.status).toBe(200);
    expect(begun.headers.get("mcp-session-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(begun.headers.get("mcp-session-id")).not.toBe(id);
  }
});

describe("what is sent to it", () => {
  test("a number that would reach the skill as another one is refused with its place", async () => {
    const id = (await market.connect()).transport.sessionId ?? "";
    const ask = (n: string) =>
      post(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"none","arguments":{"n":${n}}}}`, {
        "mcp-session-id": id,
      });
    const refused = await ask("9007199254740993");
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("/params/arguments/n")]);
    expect((await ask("9007199254740991")).status).toBe(200);
  });

  test.each([
    ["no JSON", "{", 400],
    ["no message", { hello: 1 }, 400],
    ["a list of many messages", Array.from({ length: 500 }, () => INITIALIZE), 400],
    ["levels without end", `${"[".repeat(5000)}${"]".repeat(5000)}`, 400],
    ["a call before a session", { jsonrpc: "2.0", id: 1, method: "tools/list" }, 400],
    ["more than it takes", JSON.stringify({ ...INITIALIZE, pad: "x".repeat(200_000) }), 413],
  ])("%s is refused", async (_name, body, status) => {
    expect((await post(body)).status).toBe(status);
  });

  test("a body without a content type, and other methods, are refused", async () => {
    const body = JSON.stringify(INITIALIZE);
    expect((await fetch(market.url, { method: "POST", body })).status).toBe(415);
    expect((await fetch(market.url, { method: "PUT", body })).status).toBe(405);
    expect((await fetch(market.url)).status).toBe(405);
  });

  const prototype = JSON.parse('{"__proto__": {"x": 1}}') as object;
  test.each<[string, string, object]>([
    ["ids that are no list", "activate_skills", { ids: "core" }],
    ["no ids", "activate_skills", { ids: [] }],
    ["too many ids", "activate_skills", { ids: Array.from({ length: 21 }, (_, i) => `s${i}`) }],
    ["ids of another type", "activate_skills", { ids: [1] }],
    ["a search of an object", "search", { query: {} }],
    ["a limit beyond", "search", { limit: 10_000 }],
    ["a section that is a path", "read", { skill: "x" }],
    ["too long a question", "ask", { question: "x".repeat(3000) }],
    ["too large a card", "show", { data: "x".repeat(70_000) }],
    ["a component that is code", "show", { data: 1, component_id: "<script>" }],
    ["an unknown action", "remind", { action: "explode" }],
    ["a word that cannot be stored", "search", { query: "a\0b" }],
    ["a capability that cannot be stored", "search", { capability: "a\0" }],
    ["an argument of another name", "remind", { action: "add", text: "tea", at: "2026-12-01T09:00:00Z" }],
  ])("%s is an answer the model can use", async (_name, tool, args) => {
    const client = await market.connect({ key: (await makeKeyHolder()).key });
    const answer = await client.call(tool, args);
    expect(answer.isError).toBe(true);
    expect(answer.content["error_code"]).toMatch(/INPUT_INVALID|CONTENT_TOO_LARGE|SKILL_NOT_FOUND/);
  });

  test("a refused argument is named, and so are those the tool takes", async () => {
    const client = await market.connect();
    const { text } = await client.call("search", { q: "letters" });
    expect(text).toContain("It takes: query, capability, category, price, limit.");
    expect(text).toContain('\\"q\\"');
    expect((await client.client.listTools()).tools[0]?.inputSchema["additionalProperties"]).toBe(false);
  });

  test("a tool that is not there names those that are", async () => {
    const client = await market.connect();
    const { content } = await client.call(`run_${letters}`);
    expect(content["error"]).toMatch(/Here are: activate_skills, ask, save, read, search, show, remind\.$/);
  });

  test("names that lead out of a package, or into a prototype, read nothing", async () => {
    const client = await market.connect({ key: (await makeKeyHolder()).key });
    await client.call("activate_skills", { ids: [letters] });
    for (const file of [
      "../../etc/passwd",
      "/etc/passwd",
      "rules/../tools/x",
      "rules/none.md",
      "a\0b",
      "constructor",
    ]) {
      expect(await client.call("read", { skill: letters, file })).toMatchObject({
        isError: true,
        content: { error_code: "NOT_FOUND" },
      });
    }
    await expect(client.client.readResource({ uri: `skill://${letters}/%2e%2e/x` })).rejects.toThrow(
      /^MCP error -32602: The package has no such file\.$/,
    );
    await expect(client.client.readResource({ uri: "file:///etc/passwd" })).rejects.toThrow("skill://");
    expect((await client.call("read", { section: "__proto__" })).content).toMatchObject({ data: null });
    await client.call("save", { section: "a", data: { inner: prototype } });
    expect((await client.call("read", { section: "a" })).content).toEqual({ section: "a", data: null });
    for (const name of ["constructor", "__proto__", "toString"]) {
      expect((await client.call(name)).content).toMatchObject({ error_code: "NOT_FOUND" });
    }
  });

  test("skills that do not exist or have hostile names keep no other from being activated", async () => {
    const client = await market.connect();
    const ids = ["../x", "a\0b", "' OR 1=1 --", "core", letters];
    expect((await client.call("activate_skills", { ids })).content).toMatchObject({
      activated: [{ id: letters }],
      already_active: ["core"],
      unknown: ["../x", "a\0b", "' OR 1=1 --"],
    });
  });
});

describe("how much it keeps", () => {
  const caller = (subject: string, address = subject) => ({
    subject,
    ownerId: null,
    accountId: null,
    keyId: null,
    address,
  });
  beforeEach(async () => {
    await database().mcpSession.deleteMany();
  });
  const begin = async (sessions: McpSessions, subject: string, address?: string) => {
    const request = new Request("http://x/mcp", { method: "POST", headers: HEADERS });
    const response = await sessions.begin(request, INITIALIZE, caller(subject, address));
    await response.text();
    return response.headers.get("mcp-session-id") ?? "";
  };
  const alive = async (sessions: McpSessions, id: string, subject: string) => {
    const request = new Request("http://x/mcp", {
      method: "POST",
      headers: { ...HEADERS, "mcp-session-id": id },
    });
    const body = { jsonrpc: "2.0", method: "notifications/initialized" };
    return (await sessions.continue(id, request, { body, caller: caller(subject) })) !== null;
  };

  test("somebody with too many sessions loses the longest idle one, and nobody else does", async () => {
    const sessions = new McpSessions({ perSubject: 2, total: 4 });
    const other = await begin(sessions, "other");
    const first = await begin(sessions, "me");
    await database().mcpSession.updateMany({ data: { seenAt: new Date(Date.now() - 60_000) } });
    const second = await begin(sessions, "me");
    await begin(sessions, "me");
    expect(await alive(sessions, first, "me")).toBe(false);
    expect([await alive(sessions, second, "me"), await alive(sessions, other, "other")]).toEqual([
      true,
      true,
    ]);
    await begin(sessions, "third");
    await expect(begin(sessions, "fourth")).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(await database().mcpSession.count()).toBe(4);
  });

  test("one address does not take all places, under however many accounts", async () => {
    const sessions = new McpSessions({ perSubject: 2, perAddress: 3 });
    for (const account of ["one", "two", "three"]) await begin(sessions, account, "192.0.2.1");
    const fourth = begin(sessions, "four", "192.0.2.1");
    await expect(fourth).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await begin(sessions, "four", "192.0.2.2");
    await begin(sessions, "one", "192.0.2.1");
    expect(await database().mcpSession.count()).toBe(4);
  });

  test("idle sessions end, and are forgotten", async () => {
    const clock = fakeClock(new Date());
    const sessions = new McpSessions({}, clock);
    const [old, young] = [await begin(sessions, "a"), await begin(sessions, "b")];
    clock.advanceMs(CONVERSATION_IDLE_MS / 2);
    await alive(sessions, young, "b");
    clock.advanceMs(CONVERSATION_IDLE_MS / 2 + 1000);
    expect([await alive(sessions, old, "a"), await alive(sessions, young, "b")]).toEqual([false, true]);
    expect(await purgeAged("McpSessions", clock.now())).toBe(1);
    expect(await database().mcpSession.count()).toBe(1);
  });

  test("an initialization that fails leaves no session", async () => {
    const sessions = new McpSessions();
    const request = new Request("http://x/mcp", { method: "POST", headers: HEADERS });
    await sessions.begin(request, { jsonrpc: "2.0", id: 1, method: "tools/list" }, caller("a"));
    const deaf = new Request("http://x/mcp", {
      method: "POST",
      headers: { ...HEADERS, accept: "text/plain" },
    });
    expect((await sessions.begin(deaf, INITIALIZE, caller("a"))).status).toBe(406);
    expect(await database().mcpSession.count()).toBe(0);
  });

  test("a client that says very much of itself begins nothing", async () => {
    const experimental = { much: { text: "x".repeat(8_000) } };
    const params = { ...INITIALIZE.params, capabilities: { experimental } };
    expect((await post({ ...INITIALIZE, params })).status).toBe(400);
    expect(await database().mcpSession.count()).toBe(0);
  });

  test("a client with a name and words that no database text can hold is answered", async () => {
    const capabilities = { experimental: { odd: { text: "a\0b\ud800" } } };
    const params = { ...INITIALIZE.params, capabilities };
    const begun = await post({ ...INITIALIZE, params });
    const id = begun.headers.get("mcp-session-id") ?? "";
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    expect((await post(list, { "mcp-session-id": id })).status).toBe(200);
    const answers = [
      { id: "msg_\0", result: {} },
      { method: "notifications/cancelled", params: { requestId: "\0" } },
    ];
    for (const answer of answers)
      expect((await post({ jsonrpc: "2.0", ...answer }, { "mcp-session-id": id })).status).toBe(202);
  });

  test("an answer to what nobody has asked is not kept", async () => {
    const sessions = new McpSessions();
    const id = await begin(sessions, "a");
    const body = [1, "msg_1"].map((question) => ({ jsonrpc: "2.0", id: question, result: {} }));
    const request = new Request("http://x/mcp", {
      method: "POST",
      headers: { ...HEADERS, "mcp-session-id": id },
    });
    const answer = await sessions.continue(id, request, { body, caller: caller("a") });
    expect([answer?.status, await database().mcpMessage.count()]).toEqual([202, 0]);
  });
});
