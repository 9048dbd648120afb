// node mcp-paid.mjs SKILL: published clients that pay, unmodified, call a priced tool over MCP: `mppx` with `@solana/mpp`
// around the SDK's client (once as it comes, once as the draft has clients say that they pay), and `@x402/core` with
// `@x402/svm`, whose payment the client of 2026 sends. Ends with 1 if anything is not as promised.
import assert from "node:assert/strict";
import { solana } from "@solana/mpp/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  Client as NewestClient,
  StreamableHTTPClientTransport as NewestTransport,
} from "@modelcontextprotocol/client";
import { McpClient } from "mppx/mcp/client";
import { x402Client } from "@x402/core/client";
import { ExactSvmScheme } from "@x402/svm/exact/client";
import { newPayer, rpcUrl } from "./testing/ledger.mjs";

const market = process.env.APP_URL ?? "http://127.0.0.1:3000";
const [skill] = process.argv.slice(2);
const address = new URL(`${market}/mcp?skills=${skill}`);
const tool = { name: `run_${skill.replaceAll("-", "_")}`, arguments: { text: "hi" } };

async function payWithMpp(capabilities) {
  const client = new Client({ name: "paying-client", version: "1.0.0" }, { capabilities });
  const asked = [];
  McpClient.wrap(client, {
    methods: [solana.charge({ signer: await newPayer(), rpcUrl })],
    onPaymentRequired: (challenge) => asked.push(challenge.request.amount) > 0,
  });
  await client.connect(new StreamableHTTPClientTransport(address));
  const answer = await client.callTool(tool);
  assert(!answer.isError, answer.content[0].text);
  assert.equal(answer.receipt.status, "success");
  assert.equal(asked.length, 1);
  await client.close();
  return asked[0];
}

async function payWithX402() {
  const client = new NewestClient(
    { name: "paying-client", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(new NewestTransport(address));
  const required = await client.callTool(tool);
  assert.equal(required.isError, true);
  const payer = new x402Client().register("solana:*", new ExactSvmScheme(await newPayer(), { rpcUrl }));
  const payment = await payer.createPaymentPayload(required.structuredContent);
  const answer = await client.callTool({ ...tool, _meta: { "x402/payment": payment } });
  assert(!answer.isError, answer.content[0].text);
  const response = answer._meta["x402/payment-response"];
  assert.equal(response.success, true);
  await client.close();
  return response.amount;
}

console.log(`MPP: ${await payWithMpp({})} lamports, asked by the answer of the tool`);
const experimental = { payment: { methods: ["solana"], intents: ["charge"] } };
console.log(`MPP: ${await payWithMpp({ experimental })} lamports, asked by the error -32042`);
console.log(`x402: ${await payWithX402()} units`);
