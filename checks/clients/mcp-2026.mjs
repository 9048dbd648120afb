// node mcp-2026.mjs MODE [free skill] [priced skill]: the MCP client of 2026 in one of its modes (legacy, which is its
// default, auto, or pinned to 2026-07-28) searches, activates a skill and calls its tool; a priced one asks to be paid.
// Ends with 1 if anything is not as promised.
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const market = process.env.APP_URL ?? "http://127.0.0.1:3000";
const [mode = "legacy", free = "csv-profile", priced = "contract-clause-extractor"] = process.argv.slice(2);
const NEWEST = "2026-07-28";
const negotiation = mode === "pinned" ? { mode: { pin: NEWEST } } : { mode };
const spoken = mode === "legacy" ? "2025-11-25" : NEWEST;

const toolOf = (skill) => `run_${skill.replaceAll("-", "_")}`;
async function exampleOf(skill) {
  const { examples } = await (await fetch(`${market}/v1/agent/skills/${skill}/schema`)).json();
  assert(examples?.[0], `${skill} has no example at ${market}`);
  return examples[0];
}

const client = new Client({ name: "stock-client", version: "1.0.0" }, { versionNegotiation: negotiation });
const transport = new StreamableHTTPClientTransport(new URL(`${market}/mcp`));
await client.connect(transport);
assert.equal(client.getNegotiatedProtocolVersion(), spoken);
const { name, version } = client.getServerVersion();
console.log(`connected to ${name} ${version} with ${spoken}`);

const found = await client.callTool({ name: "search", arguments: { query: free } });
assert(found.content[0].text.includes(free), `search does not find ${free}`);
const active = await client.callTool({ name: "activate_skills", arguments: { ids: [free, priced] } });
assert(!active.isError, active.content[0].text);
const listed = (await client.listTools()).tools.map((tool) => tool.name);
assert.equal(listed.includes(toolOf(free)), spoken !== NEWEST);

const call = (skill, input) =>
  spoken === NEWEST
    ? client.callTool({ name: "call_tool", arguments: { skill, tool: toolOf(skill), arguments: input } })
    : client.callTool({ name: toolOf(skill), arguments: input });
const { input, output } = await exampleOf(free);
const answer = await call(free, input);
assert(!answer.isError, answer.content[0].text);
assert.deepEqual(answer.structuredContent, output);
const asked = await call(priced, (await exampleOf(priced)).input);
assert.equal(asked.structuredContent.status, "payment_required");
console.log(
  `${spoken}: ${toolOf(free)} gave the output of its example, ${toolOf(priced)} asks for ${asked.structuredContent.quote.price_lamports} lamports`,
);
await client.close();
