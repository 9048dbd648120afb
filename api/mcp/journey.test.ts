import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signCharge } from "@/api/mcp/testing/sign-charge";
import { Transcript } from "@/api/mcp/testing/transcript";
import { startOtherProcess, type OtherProcess } from "@/api/testing/other-process";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildObedientSkill } from "@/lib/running/testing/obedient-skill";
import { buildVibeLifeSkill, toolNames } from "@/lib/running/testing/vibelife-skill";
import { makeAccount, publishNow } from "@/lib/testing/builders";

const market = new CallMarket();
const LETTERS = "letter-counter";
const ECHO = "echo-words";
const PRICED = "priced-letters";
const START_MS = 120_000;
const TRANSCRIPT_FILE = "../../docs/mcp-transcript.md";

let server: OtherProcess;
beforeAll(async () => {
  const account = await makeAccount();
  await publishNow(buildVibeLifeSkill({ id: LETTERS }), account);
  await publishNow(buildObedientSkill({ name: ECHO }), account);
  const creator = await makeAccount({ address: market.stranger.publicKey.toBase58() });
  await publishNow(buildVibeLifeSkill({ id: PRICED }), creator, { priceLamports: 20_000n });
  server = await startOtherProcess();
}, START_MS);
afterAll(() => server.kill());

test(
  "the unmodified client of the SDK goes the whole way against a market in a process of its own",
  { timeout: START_MS },
  async () => {
    const transcript = new Transcript();
    const notifications: string[] = [];
    const client = new Client(
      { name: "stock-client", version: "1.0.0" },
      { capabilities: { elicitation: { form: {} } } },
    );
    client.setNotificationHandler(ToolListChangedNotificationSchema, ({ method }) => {
      notifications.push(method);
    });
    client.setRequestHandler(ElicitRequestSchema, ({ method, params }) => {
      const content = { city: "Seoul" };
      transcript.asked(method, params.message, content);
      return { action: "accept", content };
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
    const tools = async () => {
      const names = (await client.listTools()).tools.map(({ name }) => name);
      transcript.exchange("tools/list", undefined, names);
      return names;
    };
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      const answer = CallToolResultSchema.parse(await client.callTool({ name, arguments: args }));
      transcript.exchange(`tools/call ${name}`, args, answer.structuredContent);
      return answer;
    };

    expect(await tools()).toHaveLength(7);
    const found = await call("search", { query: LETTERS });
    expect(found.structuredContent).toMatchObject({ skills: [{ id: LETTERS }, { id: PRICED }] });

    await call("activate_skills", { ids: [LETTERS, ECHO, PRICED] });
    await expect.poll(() => notifications).toEqual(["notifications/tools/list_changed"]);
    notifications.forEach((method) => transcript.told(method));
    const { compute } = toolNames(LETTERS);
    const { compute: priced } = toolNames(PRICED);
    const runEcho = `run_${ECHO.replaceAll("-", "_")}`;
    expect(await tools()).toEqual(expect.arrayContaining([compute, priced, runEcho]));

    const counted = await call(compute, { name: "王小明" });
    expect(counted.structuredContent).toMatchObject({ card: { data_source: { data: { letters: 3 } } } });
    expect((await call(runEcho, { text: "hi" })).structuredContent).toMatchObject({ echo: "hi" });

    const question = await call(priced, { name: "王五" });
    expect(question).toMatchObject({ isError: true, structuredContent: { status: "payment_required" } });
    const { challenge } = question.structuredContent as { challenge: { request: string } };
    const payload = { type: "transaction", transaction: signCharge(challenge, market.buyer) };
    const credential = Buffer.from(JSON.stringify({ challenge, payload })).toString("base64url");
    const paid = { name: "王五", payment_credential: credential };
    const answers = [await call(priced, paid), await call(priced, paid), await call(priced, paid)];
    for (const answer of answers) {
      expect(answer).toMatchObject({
        structuredContent: { card: { data_source: { data: { letters: 2 } } } },
      });
      expect(answer).not.toHaveProperty("isError", true);
      expect(answer.structuredContent).toEqual(answers[0]?.structuredContent);
      expect(answer._meta).toEqual(answers[0]?._meta);
    }
    expect(await market.database().grant.count()).toBe(1);
    expect(await market.database().receipt.count()).toBe(1);

    const asked = await call("ask", { question: "Which city?", fields: [{ name: "city", type: "string" }] });
    expect(asked.structuredContent).toEqual({ status: "answered", data: { city: "Seoul" } });
    const shown = await call("show", { title: "Today", data: [{ letters: 2 }], component_id: "list_view" });
    expect(shown.structuredContent).toMatchObject({ card: { title: "Today", card_type: "custom" } });
    await client.close();
    await expect(transcript.toMarkdown()).toMatchFileSnapshot(TRANSCRIPT_FILE);
  },
);
