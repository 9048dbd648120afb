import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { McpMarket, type SentRequest, STATELESS_META as META } from "@/api/mcp/testing/mcp-market";
import { makeKeyHolder } from "@/api/testing/keys";
import { buildObedientSkill } from "@/lib/running/testing/obedient-skill";
import { testRunner } from "@/lib/running/testing/test-runner";
import { buildVibeLifeSkill, toolNames } from "@/lib/running/testing/vibelife-skill";
import { makeAccount, publishNow } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";

testDatabase();
testRunner();
const market = new McpMarket();

let letters: string;
let obedient: string;
beforeAll(async () => {
  const account = await makeAccount();
  letters = (await publishNow(buildVibeLifeSkill(), account)).slug;
  obedient = (await publishNow(buildObedientSkill(), account)).slug;
});
const runName = (slug: string) => `run_${slug.replaceAll("-", "_")}`;

const send = (sent: SentRequest) => market.send(sent);

describe("the revision that a client speaks", () => {
  test.each([
    ["legacy", "legacy", "2025-11-25"],
    ["auto", "auto", "2026-07-28"],
    ["pinned", { pin: "2026-07-28" }, "2026-07-28"],
  ] as const)("a client of the SDK of 2026, %s, gets what it asks for", async (_name, mode, version) => {
    const { client, call } = await market.connectAnew({}, mode);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("search");
    expect(names.includes("call_tool")).toBe(version === "2026-07-28");
    expect((await call("search", { query: obedient })).content).toMatchObject({ skills: [{ id: obedient }] });
    expect(client.getServerCapabilities()?.extensions).toHaveProperty(["io.modelcontextprotocol/skills"]);
  });

  test("one that is not spoken here is refused with those that are", async () => {
    const meta = { ...META, "io.modelcontextprotocol/protocolVersion": "2027-01-01" };
    const answer = await send({
      method: "tools/list",
      meta,
      headers: { "mcp-protocol-version": "2027-01-01" },
    });
    expect(answer).toMatchObject({
      status: 400,
      error: { code: -32_022, data: { supported: ["2026-07-28"] } },
    });
  });

  test("server/discover names it, and no session begins", async () => {
    const answer = await send({ method: "server/discover" });
    expect(answer).toMatchObject({
      status: 200,
      session: null,
      result: { resultType: "complete", supportedVersions: ["2026-07-28"], cacheScope: "public" },
    });
    expect(answer.result?.["ttlMs"]).toBeGreaterThan(0);
  });

  test.each<[string, SentRequest]>([
    [
      "a method that its header does not name",
      { method: "tools/list", headers: { "mcp-method": "tools/call" } },
    ],
    [
      "a name that its header does not name",
      { method: "tools/call", params: { name: "search" }, headers: { "mcp-name": "read" } },
    ],
    [
      "another version in the header",
      { method: "tools/list", headers: { "mcp-protocol-version": "2025-11-25" } },
    ],
  ])("%s is refused", async (_name, sent) => {
    expect(await send(sent)).toMatchObject({ status: 400, error: { code: -32_020 } });
  });

  test("nothing is announced, and a client that wants to listen is told so", async () => {
    const answer = await send({ method: "subscriptions/listen", params: { notifications: {} } });
    expect(answer).toMatchObject({ status: 404, error: { code: -32_601 } });
  });
});

describe("what is active", () => {
  test("is in the address: the list of tools is the same for everybody who has it", async () => {
    const { client, call } = await market.connectAnew({ skills: `${letters},${obedient}@1.0.0` });
    const { tools, ...list } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([toolNames(letters).compute, runName(obedient)]),
    );
    expect(list).toMatchObject({ cacheScope: "public" });
    expect((await call(runName(obedient), { text: "hi" })).content).toMatchObject({ echo: "hi" });
    expect(client.getInstructions()).toContain(`Active from the start: ${letters}, ${obedient}.`);
  });

  test("is in the request: an activation gives the handle, and nothing is remembered of it", async () => {
    const { client, call } = await market.connectAnew();
    const { content } = await call("activate_skills", { ids: [letters] });
    expect(content).toMatchObject({ active: `${letters}@1.0.0` });
    const { compute } = toolNames(letters);
    const [{ tools }] = content["activated"] as [{ tools: { name: string; skill: string }[] }];
    expect(tools).toContainEqual(expect.objectContaining({ name: compute, skill: `${letters}@1.0.0` }));
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain(compute);
    expect(await call(compute, { name: "王小明" })).toMatchObject({
      isError: true,
      content: { error_code: "NOT_FOUND" },
    });
    const called = { skill: `${letters}@1.0.0`, tool: compute, arguments: { name: "王小明" } };
    const counted = { card: { data_source: { data: { letters: 3 } } } };
    expect((await call("call_tool", called)).content).toMatchObject(counted);
    const meta = { "emporion/skills": `${letters}@1.0.0` };
    expect((await call(compute, { name: "王小明" }, meta)).content).toMatchObject(counted);
    const read = { skill: `${letters}@1.0.0`, file: "rules/counting.md" };
    expect((await call("read", read)).content["text"]).toContain("空格不计");
  });

  test.each([
    ["no version", "9.9.9", "VERSION_NOT_FOUND"],
    ["no number", "' OR 1=1 --", "SKILL_NOT_FOUND"],
    ["a path", "../../etc", "SKILL_NOT_FOUND"],
  ])("a version that is %s is refused", async (_name, version, code) => {
    const { call } = await market.connectAnew();
    const answer = await call("call_tool", { skill: `${letters}@${version}`, tool: "x" });
    expect(answer).toMatchObject({ isError: true, content: { error_code: code } });
  });

  test("a tool that the skill has not is answered with those it has", async () => {
    const { call } = await market.connectAnew();
    const { content } = await call("call_tool", { skill: letters, tool: "constructor" });
    expect(content["error"]).toContain(toolNames(letters).compute);
  });

  test("a handle that is none is refused by a sentence", async () => {
    const params = { name: "search", arguments: {} };
    const answer = await send({
      method: "tools/call",
      params,
      meta: { ...META, "emporion/skills": "<script>" },
    });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer)).toContain("is no name of a skill");
  });
});

describe("a person who has to be asked", () => {
  test("is asked by the client, which comes again with the answer", async () => {
    const person = vi.fn(() => ({ action: "accept" as const, content: { city: "Seoul", odd: 1 } }));
    const { call } = await market.connectAnew({ person });
    const asked = { question: "Where?", fields: [{ name: "city", options: ["Seoul", "上海"] }] };
    expect((await call("ask", asked)).content).toEqual({ status: "answered", data: { city: "Seoul" } });
    expect(person).toHaveBeenCalledTimes(1);
  });

  test("may decline, and a client that cannot ask leaves it to the model", async () => {
    const declining = await market.connectAnew({ person: () => ({ action: "decline" }) });
    expect((await declining.call("ask", { question: "?" })).content).toEqual({
      status: "declined",
      reason: "declined",
    });
    const { call } = await market.connectAnew();
    expect((await call("ask", { question: "?" })).content).toMatchObject({ status: "ask_person" });
  });

  test("is asked by what a collect tool asks for", async () => {
    const { call } = await market.connectAnew({
      person: () => ({ action: "accept", content: { name: "李四" } }),
    });
    const called = { skill: letters, tool: toolNames(letters).collect, arguments: { form_type: "name" } };
    expect((await call("call_tool", called)).content).toEqual({ status: "answered", data: { name: "李四" } });
  });

  const CAPABLE = { ...META, "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } };
  const ask = (question: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    send({
      method: "tools/call",
      meta: CAPABLE,
      headers,
      params: { name: "ask", arguments: { question }, ...more },
    });
  const accept = (content: unknown) => ({ answer: { action: "accept", content } });

  test("an answer counts for the question that was asked, and for whoever asked it", async () => {
    const first = await ask("Your name?");
    expect(first.result).toMatchObject({ resultType: "input_required" });
    const requestState = first.result?.["requestState"] as string;
    const inputResponses = accept({ answer: "Kim" });
    const answered = await ask("Your name?", { requestState, inputResponses });
    expect(answered.result).toMatchObject({
      structuredContent: { status: "answered", data: { answer: "Kim" } },
    });
    // Another question, with the seal of the first, is asked.
    expect((await ask("Your age?", { requestState, inputResponses })).result).toMatchObject({
      resultType: "input_required",
    });
    // Nobody sealed anything for this answer.
    expect((await ask("Your name?", { inputResponses })).result).toMatchObject({
      resultType: "input_required",
    });
    const { key } = await makeKeyHolder();
    const other = await ask(
      "Your name?",
      { requestState, inputResponses },
      { authorization: `Bearer ${key}` },
    );
    expect(other.error?.code).toBe(-32_602);
  });

  test.each<[string, (sealed: string) => unknown]>([
    ["a changed letter", (sealed) => sealed.slice(0, 9) + (sealed[9] === "A" ? "B" : "A") + sealed.slice(10)],
    [
      "a changed signature",
      (sealed) => sealed.slice(0, -9) + (sealed.at(-9) === "A" ? "B" : "A") + sealed.slice(-8),
    ],
    ["no seal", () => "v1.e30.AAAA"],
    ["nothing of ours", () => "x".repeat(500)],
    ["more than a seal has", (sealed) => sealed + "A".repeat(5_000)],
    ["no text", () => ({ about: 1 })],
  ])("a state of %s is refused", async (_name, change) => {
    const sealed = (await ask("?")).result?.["requestState"] as string;
    const answer = await ask("?", { requestState: change(sealed), inputResponses: accept({ answer: "x" }) });
    expect(answer.error?.code).toBe(-32_602);
  });

  test("an answer of another kind than was asked for is refused", async () => {
    const requestState = (await ask("?")).result?.["requestState"] as string;
    for (const content of [{ answer: 7 }, {}, { answer: "x".repeat(30_000) }, { answer: null }]) {
      const answer = await ask("?", { requestState, inputResponses: accept(content) });
      expect(answer.result).toMatchObject({
        isError: true,
        structuredContent: { error_code: "INPUT_INVALID" },
      });
    }
  });
});

describe("what comes of a call", () => {
  test("has the schema that the skill declares, and the client checks it", async () => {
    const { client, call } = await market.connectAnew({ skills: obedient });
    const tool = (await client.listTools()).tools.find(({ name }) => name === runName(obedient));
    expect(tool?.outputSchema).toMatchObject({ type: "object", properties: { echo: { type: "string" } } });
    expect((await call(runName(obedient), { text: "hi" })).content).toMatchObject({ echo: "hi" });
  });

  test.each([["legacy"], [{ pin: "2026-07-28" }]] as const)(
    "comes in part where it is long, once, with a link to all of it, spoken %s",
    async (mode) => {
      const search = { max_result_tokens: "1000" };
      const { client } = await market.connectAnew({ skills: obedient, search }, mode);
      await client.listTools(); // so that the client checks what comes
      const text = "字".repeat(3_000);
      const long = await client.callTool({ name: runName(obedient), arguments: { text } });
      const link = long.content.find(({ type }) => type === "resource_link") as { uri: string };
      expect(long.structuredContent).toEqual({
        emporion_result: expect.objectContaining({ in: "part", limit: 1_000, rest: [link.uri] }) as unknown,
      });
      expect(JSON.stringify(long.content).length).toBeLessThan(2_000);
      const [whole] = (await client.readResource({ uri: link.uri })).contents as { text: string }[];
      expect(JSON.parse(whole?.text ?? "")).toMatchObject({ echo: text });
      await expect(client.readResource({ uri: link.uri.slice(0, -1) })).rejects.toThrow("X-Access-Token");
      await expect(client.readResource({ uri: "run://run_x/output" })).rejects.toThrow("run://");
      const once = await client.callTool({
        name: runName(obedient),
        arguments: { text: text.slice(0, 700) },
      });
      expect(once.structuredContent).toEqual({ emporion_result: { in: "text" } });
      expect(JSON.stringify(once.content)).toContain(text.slice(0, 700));
    },
  );
});

describe("the extension for skills", () => {
  test.each([["legacy"], [{ pin: "2026-07-28" }]] as const)(
    "lists, gets and reads, spoken %s",
    async (mode) => {
      const { client } = await market.connectAnew({}, mode);
      const skills = new SkillsClient(client);
      expect([skills.supported, skills.directoryRead]).toEqual([true, true]);
      const listed = await skills.list();
      const entry = listed.skills.find(({ uri }) => uri === `skill://${obedient}/SKILL.md`);
      expect(entry).toMatchObject({ frontmatter: { name: obedient } });
      const { skill } = await skills.get(`skill://${obedient}/SKILL.md`);
      expect(skill).toEqual(entry);
      for (const { uri } of skill.resources as { uri: string }[])
        expect(await skills.read(skill, uri)).toMatchObject({ verified: true });
      expect((await skills.readDirectory(`skill://${obedient}`)).resources.length).toBeGreaterThan(0);
    },
  );
});
