import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { bazaarOf, type PaidResource, resourceOf } from "@/lib/payments/rails/x402-extensions";

const schema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const resource: PaidResource = {
  url: "https://market.example/v1/skills/echo/call",
  description: "Says it again.",
  tags: ["text", "echo"],
  call: { kind: "http", input: { text: "hi" } },
  inputSchema: { $schema: "http://json-schema.org/draft-07/schema#", ...schema },
  outputSchema: { type: "object", properties: { echo: { type: "string" } }, required: ["echo"] },
  output: { echo: "hi" },
};
const tool: PaidResource["call"] = { kind: "mcp", toolName: "run_echo", input: { text: "hi" } };

/** As a facilitator does before it lists anything (bazaar, "Schema Validation"). */
function isListed({ info, schema: rule }: ReturnType<typeof bazaarOf>): boolean {
  return new Ajv2020({ strict: false }).validate(rule, info);
}

test.each<[string, Partial<PaidResource>]>([
  ["over HTTP", {}],
  ["over MCP", { call: tool }],
  ["without an example", { call: { kind: "http", input: undefined } }],
  ["over MCP without an example", { call: { ...tool, input: undefined } }],
  ["without schemas", { inputSchema: null, outputSchema: null }],
  ["with a schema that refers to itself", { inputSchema: { $ref: "#/$defs/x", $defs: { x: schema } } }],
  ["with a schema that has an id", { outputSchema: { $id: "https://elsewhere.example/x", ...schema } }],
])("how a call is made obeys its own schema: %s", (_, changes) => {
  const bazaar = bazaarOf({ ...resource, ...changes });
  expect(isListed(bazaar)).toBe(true);
  expect(JSON.stringify(bazaar.schema)).not.toMatch(/\$(ref|id)/);
});

test("the schema of the input refuses what the skill would refuse", () => {
  const { info, schema: rule } = bazaarOf(resource);
  const other = { ...info, input: { ...info.input, body: { input: { text: 1 } } } };
  expect(new Ajv2020({ strict: false }).validate(rule, other)).toBe(false);
});

test("a catalogue is given what it takes of a description and of tags, and no half characters", () => {
  const tags = ["text", "text", "한국어", "x".repeat(33), "a", "b", "c", "d", "e"];
  const description = `${"a".repeat(299)}\u{1f600}`;
  const about = resourceOf({ ...resource, tags, description });
  expect(about.tags).toEqual(["text", "a", "b", "c", "d"]);
  expect(about.description.isWellFormed()).toBe(true);
  expect(about.description).toContain("the platform fee is not taken from this payment");
  expect(resourceOf({ ...resource, tags: [] })).not.toHaveProperty("tags");
});
