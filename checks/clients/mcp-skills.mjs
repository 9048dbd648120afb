// node mcp-skills.mjs [skill]: the SDK's client of the extension for skills (SEP-2640) lists the market's skills, gets
// one, and reads every file of it, which the client checks against digest and size. Ends with 1 if one is not as
// promised.
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";

const market = process.env.APP_URL ?? "http://127.0.0.1:3000";
const [wanted = "csv-profile"] = process.argv.slice(2);

for (const mode of ["legacy", { pin: "2026-07-28" }]) {
  const client = new Client({ name: "stock-host", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${market}/mcp`)));
  const skills = new SkillsClient(client);
  assert(skills.supported && skills.directoryRead, "the extension is not declared");
  const { skills: listed } = await skills.list();
  const entry = listed.find(({ frontmatter }) => frontmatter.name === wanted);
  assert(entry, `${wanted} is not listed`);
  const { skill } = await skills.get(entry.uri);
  assert.deepEqual(skill, entry);
  for (const { uri } of skill.resources) assert((await skills.read(skill, uri)).verified, uri);
  assert((await skills.readDirectory(entry.uri.replace("/SKILL.md", ""))).resources.length > 0);
  const { price_lamports: price, audit_state: audit } = skill._meta["emporion/skill"];
  console.log(
    `${client.getNegotiatedProtocolVersion()}: ${listed.length} listed; ${wanted} ${price} lamports, ${audit}; ${skill.resources.length} files read and verified`,
  );
  await client.close();
}
