import { createPublicKey, verify, type JsonWebKey } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { call } from "@/api/testing/client";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

const free = uniqueName("free");
const priced = uniqueName("priced");
beforeAll(async () => {
  const creator = await makeAccount();
  await publishNow(buildSkillPackage({ name: free, description: "Counts the moons of a planet." }), creator);
  const paid = { lamports: 1500, payee: creator.address };
  await publishNow(buildSkillPackage({ name: priced, description: "Weighs a comet.", paid }), creator);
});

interface Rpc {
  result?: {
    message?: { role: string; contextId: string; parts: { text?: string; data?: { skills: object[] } }[] };
  };
  error?: { code: number; data?: { reason: string }[] };
}
async function ask(json: unknown, version: string | null = "1.0"): Promise<Rpc> {
  const headers = version === null ? {} : { "a2a-version": version };
  const { status, body } = await call("POST", "/a2a", { json, headers });
  expect(status).toBe(200);
  return body;
}
const rpc = (method: string, params: unknown = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
const message = (parts: unknown[], more = {}) =>
  rpc("SendMessage", { message: { messageId: "m", role: "ROLE_USER", parts, ...more } });

describe("the card", () => {
  test("is of A2A 1.0, names addresses of this market only, and every list it must have is filled", async () => {
    const { body } = await call("GET", "/.well-known/agent-card.json");
    for (const member of ["supportedInterfaces", "skills", "defaultInputModes", "defaultOutputModes"])
      expect((body[member] as unknown[]).length, member).toBeGreaterThan(0);
    for (const gone of ["url", "protocolVersion", "preferredTransport", "additionalInterfaces"])
      expect(body).not.toHaveProperty(gone);
    const addresses = JSON.stringify(body).match(/https?:\/\/[^"\s/)]+/g) ?? [];
    expect(new Set(addresses)).toEqual(new Set(["http://127.0.0.1:3000"]));
    expect((await call("GET", "/.well-known/agent.json")).status).toBe(404);
  });

  test("is signed by the platform's key over its canonical JSON; one changed byte is found", async () => {
    const { body } = await call("GET", "/.well-known/agent-card.json");
    const { signatures, ...card } = body as { signatures: { protected: string; signature: string }[] };
    const [{ protected: head, signature } = { protected: "", signature: "" }] = signatures;
    const header = JSON.parse(Buffer.from(head, "base64url").toString()) as Record<string, string>;
    expect(header).toMatchObject({ alg: "EdDSA", typ: "JOSE" });
    const { keys } = (await call("GET", new URL(header["jku"] ?? "").pathname)).body as {
      keys: JsonWebKey[];
    };
    const { keys: published } = (await call("GET", "/v1/keys")).body as { keys: { key_id: string }[] };
    expect(published.map(({ key_id }) => key_id)).toContain(header["kid"]);
    const jwk = keys.find(({ kid }) => kid === header["kid"]);
    const key = createPublicKey({ key: jwk ?? {}, format: "jwk" });
    const holds = (of: object) =>
      verify(
        null,
        Buffer.from(`${head}.${Buffer.from(toCanonicalJson(of)).toString("base64url")}`),
        key,
        Buffer.from(signature, "base64url"),
      );
    expect(holds(card)).toBe(true);
    expect(holds({ ...card, name: "Emporium" })).toBe(false);
  });
});

describe("a message", () => {
  test("is answered by a message with what the search finds, in the same context", async () => {
    const { result } = await ask(message([{ text: "moons" }, { text: "planet" }], { contextId: "c" }));
    expect(result?.message).toMatchObject({ role: "ROLE_AGENT", contextId: "c" });
    const [text, data] = result?.message?.parts ?? [];
    expect(text?.text).toContain(free);
    expect(text?.text).not.toContain("moons");
    expect(data?.data?.skills[0]).toMatchObject({ name: free, price_lamports: "0", price_buys: null });
  });

  test("is told what a price buys", async () => {
    const { result } = await ask(message([{ text: "weighs a comet" }]));
    const skills = result?.message?.parts[1]?.data?.skills;
    expect(skills?.[0]).toMatchObject({ name: priced, price_buys: priceSentence({ priceLamports: 1500n }) });
  });

  test("that finds nothing is answered too", async () => {
    const { result } = await ask(message([{ text: "qqqzzzxxx" }]));
    expect(result?.message?.parts[0]?.text).toContain("No skill");
    expect(result?.message?.parts[1]?.data?.skills).toEqual([]);
  });
});

const long = "x".repeat(1001);
test.each<[string, unknown, string | null, number, string | undefined]>([
  ["another version", message([{ text: "a" }]), "0.3", -32009, "VERSION_NOT_SUPPORTED"],
  ["no version, which means 0.3", message([{ text: "a" }]), null, -32009, "VERSION_NOT_SUPPORTED"],
  ["no text", message([{ data: {} }]), "1.0", -32005, "CONTENT_TYPE_NOT_SUPPORTED"],
  ["blanks", message([{ text: " \0 " }]), "1.0", -32005, "CONTENT_TYPE_NOT_SUPPORTED"],
  ["too long a text", message([{ text: long }]), "1.0", -32602, undefined],
  ["too many parts", message(Array.from({ length: 21 }, () => ({ text: "a" }))), "1.0", -32602, undefined],
  ["no parts", message([]), "1.0", -32602, undefined],
  ["a part that is none", message([7]), "1.0", -32602, undefined],
  ["another role", message([{ text: "a" }], { role: "ROLE_AGENT" }), "1.0", -32602, undefined],
  ["a task", message([{ text: "a" }], { taskId: "t" }), "1.0", -32001, "TASK_NOT_FOUND"],
  ["no params", { jsonrpc: "2.0", id: 1, method: "SendMessage" }, "1.0", -32602, undefined],
  ["an unknown method", rpc("message/send"), "1.0", -32601, undefined],
  ["a method of every object", rpc("constructor"), "1.0", -32601, undefined],
  ["no JSON-RPC", { method: "SendMessage" }, "1.0", -32600, undefined],
  ["a list", [rpc("ListTasks")], "1.0", -32600, undefined],
  ["GetTask", rpc("GetTask", { id: "t" }), "1.0", -32001, "TASK_NOT_FOUND"],
  ["CancelTask", rpc("CancelTask", { id: "t" }), "1.0", -32001, "TASK_NOT_FOUND"],
  ["SubscribeToTask", rpc("SubscribeToTask", { id: "t" }), "1.0", -32001, "TASK_NOT_FOUND"],
  ["SendStreamingMessage", rpc("SendStreamingMessage"), "1.0", -32004, "UNSUPPORTED_OPERATION"],
  ["GetExtendedAgentCard", rpc("GetExtendedAgentCard"), "1.0", -32004, "UNSUPPORTED_OPERATION"],
  [
    "a push configuration",
    rpc("CreateTaskPushNotificationConfig"),
    "1.0",
    -32003,
    "PUSH_NOTIFICATION_NOT_SUPPORTED",
  ],
])("%s is refused by its number", async (_, json, version, code, reason) => {
  const { error } = await ask(json, version);
  expect([error?.code, error?.data?.[0]?.reason]).toEqual([code, reason]);
});

test("there are no tasks to list", async () => {
  expect(await ask(rpc("ListTasks"))).toMatchObject({ result: { tasks: [], totalSize: 0 } });
});

test.each([
  ["what is not JSON", "{", 400],
  ["a body that is too large", JSON.stringify({ a: "x".repeat(65 * 1024) }), 413],
])("%s is a problem of HTTP", async (_, body, status) => {
  const headers = { "content-type": "application/json", "a2a-version": "1.0" };
  expect((await call("POST", "/a2a", { body, headers })).status).toBe(status);
});
