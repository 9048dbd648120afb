import { expect, test } from "vitest";
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

test("the agent card has every member A2A requires", async () => {
  const { body } = await call("GET", "/.well-known/agent-card.json");
  for (const member of ["protocolVersion", "name", "description", "url", "version", "capabilities", "skills"])
    expect(body[member], member).toBeTruthy();
  expect(body["skills"]).toContainEqual(
    expect.objectContaining({ id: "search", tags: expect.any(Array) as unknown }),
  );
});
