import { expect, test } from "vitest";
import { registryEntry, registryProof } from "@/api/discovery/cards";
import { isAgentRequest } from "@/api/is-agent-request";
import { call, expectProblem } from "@/api/testing/client";

const PROOF = `v=MCPv1; k=ed25519; p=${"A".repeat(43)}=`;
process.env["MCP_REGISTRY_PROOF"] = PROOF;

test.each(["/.well-known/mcp.json", "/.well-known/mcp/server-card.json"])(
  "%s names addresses of this market only, and may be read from anywhere",
  async (path) => {
    const { status, body, headers } = await call("GET", path);
    expect(status).toBe(200);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const addresses = JSON.stringify(body).match(/https?:\/\/[^"\s/]+/g) ?? [];
    expect(new Set(addresses)).toEqual(new Set(["http://127.0.0.1:3000"]));
  },
);

test("the description of the API is found where programs look first", async () => {
  const { status, headers, body } = await call("GET", "/openapi.json");
  expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(body).toEqual((await call("GET", "/v1/openapi.json")).body);
  expect(isAgentRequest({ method: "GET", url: "/openapi.json" })).toBe(true);
  const catalogue = await call("GET", "/.well-known/api-catalog");
  expect(catalogue.headers.get("content-type")).toContain("application/linkset+json");
  expect(catalogue.body).toMatchObject({
    linkset: [{ "service-desc": [{ href: "http://127.0.0.1:3000/v1/openapi.json" }] }],
  });
});

test.each([
  ["https://market.example", "example.market/emporion"],
  ["https://skills.market.example", "example.market.skills/emporion"],
  ["http://127.0.0.1:3000", null],
  ["http://localhost:3000", null],
  ["http://[::1]:3000", null],
])("the registry of MCP servers is told of %s as %s", (url, name) => {
  if (name === null) return expect(() => registryEntry(url)).toThrow("this market has none");
  const entry = registryEntry(url);
  expect(entry).toMatchObject({ name, remotes: [{ type: "streamable-http", url: `${url}/mcp` }] });
  expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(entry.description.length).toBeLessThanOrEqual(100);
});

test("what that registry asks for is at its fixed addresses", async () => {
  expectProblem(await call("GET", "/server.json"), 404, "NOT_FOUND"); // on an IP address
  const { status, bytes, headers } = await call("GET", "/.well-known/mcp-registry-auth");
  expect([status, new TextDecoder().decode(bytes)]).toEqual([200, PROOF]);
  expect(headers.get("content-type")).toMatch(/^text\/plain/);
  expect(() => registryProof(undefined)).toThrow("no proof");
});
