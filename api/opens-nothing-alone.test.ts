import { describe, expect, test } from "vitest";
import { call } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { authenticateApiKey } from "@/lib/identity/keys/authenticate-api-key";
import { revokeApiKey } from "@/lib/identity/keys/own-keys";
import { testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

async function revoke(key: string): Promise<void> {
  const actor = await authenticateApiKey(key);
  await revokeApiKey(actor, actor.apiKey?.id ?? "");
}

describe("what belongs to an account and opens nothing alone", () => {
  test("an MCP session needs the key that it was begun with, at each request", async () => {
    const mine = await makeKeyHolder();
    const client = { name: "t", version: "1" };
    const hello = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: client },
    };
    const headers = { accept: "application/json, text/event-stream" };
    const send = (json: object, key?: string, session?: string) =>
      call("POST", "/mcp", {
        json,
        ...(key === undefined ? {} : { key }),
        headers: { ...headers, ...(session === undefined ? {} : { "mcp-session-id": session }) },
      });
    const session = (await send(hello, mine.key)).headers.get("mcp-session-id") ?? "";
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    expect((await send(list, mine.key, session)).status).toBe(200);
    expect((await send(list, undefined, session)).status).toBe(404);
    expect((await send(list, (await makeKeyHolder()).key, session)).status).toBe(404);
    await revoke(mine.key);
    expect((await send(list, mine.key, session)).status).toBe(401);
  });

  test("an upload ticket needs a key of its account", async () => {
    const mine = await makeKeyHolder();
    const json = { path: "SKILL.md", size: 1, sha256: "0".repeat(64) };
    const ask = (key: string) =>
      call("POST", "/api/v1/skills/-/upload-url", {
        json,
        headers: { authorization: `Bearer ${key}` },
      });
    const { status, body } = await ask(mine.key);
    expect(status).toBe(200);
    const put = (headers: Record<string, string>) =>
      call("POST", new URL(String(body["uploadUrl"])).pathname, { body: "x", headers });
    expect((await put({})).status).toBe(401);
    expect((await put({ authorization: `Bearer ${(await makeKeyHolder()).key}` })).status).toBe(404);
    await revoke(mine.key);
    expect((await put({ authorization: `Bearer ${mine.key}` })).status).toBe(401);
  });
});
