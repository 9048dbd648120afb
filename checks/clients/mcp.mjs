// node mcp.mjs [free skill] [priced skill]: the MCP SDK's own client finds the market's MCP server by its discovery
// document, searches, activates a skill, reads it and calls its tool; a priced one asks to be paid. Ends with 1 if
// anything is not as promised.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";

const market = process.env.APP_URL ?? "http://127.0.0.1:3000";
const [free = "csv-profile", priced = "contract-clause-extractor"] = process.argv.slice(2);
const CORE_TOOLS = ["activate_skills", "ask", "read", "remind", "save", "search", "show"];

const fetchJson = async (path) => (await fetch(`${market}${path}`)).json();
const toolOf = (skill) => `run_${skill.replaceAll("-", "_")}`;
async function exampleOf(skill) {
  const { examples } = await fetchJson(`/v1/agent/skills/${skill}/schema`);
  assert(examples?.[0], `${skill} has no example at ${market}`);
  return examples[0];
}

const { mcpServers, ...card } = await fetchJson("/.well-known/mcp.json");
const transport = new StreamableHTTPClientTransport(new URL(mcpServers.emporion.url));
const client = new Client({ name: "stock-client", version: "1.0.0" });
let listChanges = 0;
client.setNotificationHandler(ToolListChangedNotificationSchema, () => void listChanges++);
await client.connect(transport);
const { name, version } = client.getServerVersion();
assert.deepEqual([name, version], [card.name, card.version], "the server is not the one its card describes");
console.log(`connected to ${name} ${version}`);

const listTools = async () => (await client.listTools()).tools.map((tool) => tool.name).toSorted();
assert.deepEqual(await listTools(), CORE_TOOLS);

const found = await client.callTool({ name: "search", arguments: { query: free } });
assert(!found.isError, found.content[0].text);
assert(found.content[0].text.includes(free), `search does not find ${free}`);

const active = await client.callTool({ name: "activate_skills", arguments: { ids: [free, priced] } });
assert(!active.isError, active.content[0].text);
assert((await listTools()).includes(toolOf(free)));
assert.ok(listChanges > 0, "the client was not told that the list of tools has grown");
const { contents } = await client.readResource({ uri: `skill://${free}/SKILL.md` });
assert(contents[0].text.includes(`name: ${free}`));

const { input, output } = await exampleOf(free);
const answer = await client.callTool({ name: toolOf(free), arguments: input });
assert(!answer.isError, answer.content[0].text);
assert.deepEqual(answer.structuredContent, output);
console.log(`${toolOf(free)} gave the output of its example`);

const asked = await client.callTool({ name: toolOf(priced), arguments: (await exampleOf(priced)).input });
assert.equal(asked.isError, true);
assert.equal(asked.structuredContent.status, "payment_required");
console.log(`${toolOf(priced)} asks for ${asked.structuredContent.quote.price_lamports} lamports`);

await transport.terminateSession();
await client.close();
