import http from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOtherProcess, type OtherProcess } from "@/api/testing/other-process";
import { testRunner } from "@/lib/running/testing/test-runner";
import { buildObedientSkill } from "@/lib/running/testing/obedient-skill";
import { buildVibeLifeSkill, toolNames } from "@/lib/running/testing/vibelife-skill";
import { makeAccount, publishNow } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { IS_FULL } from "@/lib/testing/full-form";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testRunner();

const START_MS = 180_000;
/** Half of them before one process is started anew. */
const TIMES = IS_FULL ? 10 : 4;
const LETTERS = "letters-of-two";
const SLEEPER = "sleeper-of-two";
const RUN = `run_${SLEEPER.replaceAll("-", "_")}`;

/** A balancer that sends each request to the next process in turn, on a connection of its own. */
const processes: OtherProcess[] = [];
const asked = { count: 0, refused: 0 };
const balancer = http.createServer((request, response) => {
  const target = processes[asked.count++ % processes.length];
  const { method, url, headers } = request;
  const passed = http.request(`${target?.url}${url}`, { method, headers, agent: false }, (answer) => {
    const { statusCode = 0 } = answer;
    // That there is no stream without a request is an answer of the protocol.
    if (statusCode >= 400 && method !== "GET") asked.refused++;
    response.writeHead(statusCode, answer.headers);
    answer.pipe(response);
  });
  passed.on("error", () => {
    asked.refused++;
    response.destroy();
  });
  response.on("close", () => passed.destroy());
  request.pipe(passed);
});

beforeAll(async () => {
  const account = await makeAccount();
  await publishNow(buildVibeLifeSkill({ id: LETTERS }), account);
  await publishNow(buildObedientSkill({ name: SLEEPER }), account);
  processes.push(...(await Promise.all([startOtherProcess(), startOtherProcess()])));
  await new Promise<void>((resolve) => balancer.listen(0, "127.0.0.1", resolve));
}, START_MS);
afterAll(() => {
  balancer.closeAllConnections();
  balancer.close();
  for (const each of processes) each.kill();
});

async function connect(): Promise<Client> {
  const client = new Client(
    { name: "stock-client", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { city: "Seoul" } }));
  const { port } = balancer.address() as AddressInfo;
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  return client;
}

test(
  "a session is gone on with by any process: skills, questions to its person, and through the restart of one",
  { timeout: START_MS },
  async () => {
    const client = await connect();
    const call = async (name: string, args: Record<string, unknown> = {}) =>
      CallToolResultSchema.parse(await client.callTool({ name, arguments: args })).structuredContent;
    await call("activate_skills", { ids: [LETTERS] });
    const { compute } = toolNames(LETTERS);
    const before = (await client.listTools()).tools.map(({ name }) => name);
    for (let time = 0; time < TIMES; time++) {
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(before);
      expect(await call(compute, { name: "王小明" })).toMatchObject({
        card: { data_source: { data: { letters: 3 } } },
      });
      const fields = [{ name: "city", type: "string" }];
      expect(await call("ask", { question: "Which city?", fields })).toMatchObject({
        data: { city: "Seoul" },
      });
      expect((await client.listResources()).resources).not.toEqual([]);
      expect(await call("activate_skills", { ids: [LETTERS] })).toMatchObject({ already_active: [LETTERS] });
      if (time !== TIMES / 2) continue;
      const [gone] = processes.splice(0, 1, await startOtherProcess());
      gone?.kill();
    }
    expect(asked.refused).toBe(0);
    expect(asked.count).toBeGreaterThanOrEqual(5 * TIMES);
    await client.close();
  },
);

test("a call that its client cancels ends, at whichever process it runs", { timeout: START_MS }, async () => {
  const client = await connect();
  await client.callTool({ name: "activate_skills", arguments: { ids: [SLEEPER] } });
  const stop = new AbortController();
  const before = asked.count;
  const call = { name: RUN, arguments: { sleepMs: 20_000 } };
  const running = client.callTool(call, undefined, { signal: stop.signal });
  await expect.poll(() => asked.count).toBeGreaterThan(before);
  stop.abort();
  await expect(running).rejects.toThrow();
  await expect
    .poll(() => database().run.findMany({ select: { state: true, fault: true } }))
    .toContainEqual({
      state: "FAILED",
      fault: "caller",
    });
  await client.close();
});
