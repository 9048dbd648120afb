import { expect, test } from "vitest";
import { isAgentRequest } from "@/api/is-agent-request";
import { call } from "@/api/testing/client";

test.each(["/.well-known/agent-card.json", "/.well-known/mcp.json", "/.well-known/mcp/server-card.json"])(
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

test("the agent card has every member A2A requires", async () => {
  const { body } = await call("GET", "/.well-known/agent-card.json");
  for (const member of ["protocolVersion", "name", "description", "url", "version", "capabilities", "skills"])
    expect(body[member], member).toBeTruthy();
  expect(body["skills"]).toContainEqual(
    expect.objectContaining({ id: "search", tags: expect.any(Array) as unknown }),
  );
});
