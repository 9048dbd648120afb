import { describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { echoSkills } from "@/api/testing/echo-skills";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
const { publisher } = echoSkills();

describe("GET /v1/skills/{id}", () => {
  test("200 by name and by id, the newest version or the one asked for", async () => {
    const { body } = await call("GET", "/v1/skills/echo-text");
    expect(body).toMatchObject({
      name: "echo-text",
      version: "1.1.0",
      is_latest: true,
      trust_level: "community",
      claim_status: null,
      audit_state: "Unverified",
      downloads_7d: 0,
      days_since_update: 0,
      url: "http://127.0.0.1:3000/skills/echo-text",
      avg_rating: null,
      rating_count: 0,
      skill: {
        owner_username: publisher().username,
        created_at: expect.any(String) as string,
        latest_version_details: { version_number: "1.1.0", vetting_status: "approved", download_count: 0 },
      },
    });
    expect((await call("GET", `/v1/skills/${String(body["id"])}`)).body["name"]).toBe("echo-text");
    const old = await call("GET", "/v1/skills/echo-text?version=1.0.0");
    expect(old.body).toMatchObject({ version: "1.0.0", is_latest: false, latest_version: "1.1.0" });
  });

  test("200 with the domains its publisher has proven, and another entity tag once there are other ones", async () => {
    const before = await call("GET", "/v1/skills/echo-text");
    expect(before.body["publisher_domains"]).toEqual([]);
    const { accountId } = publisher();
    const [provenAt, nextCheckAt] = [new Date("2026-11-21T02:47:09Z"), new Date()];
    const data = {
      id: "dom_1",
      accountId,
      domain: "example.com",
      createdAt: provenAt,
      provenAt,
      nextCheckAt,
    };
    await database().publisherDomain.createMany({
      data: [data, { ...data, id: "dom_2", domain: "example.org", provenAt: null, nextCheckAt: null }],
    });
    const after = await call("GET", "/v1/skills/echo-text");
    expect(after.body["publisher_domains"]).toEqual([
      { domain: "example.com", proven_at: "2026-11-21T02:47:09.000Z" },
    ]);
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
    expect({ ...after.body, publisher_domains: [] }).toEqual(before.body);
    const listed = await call("GET", "/v1/skills?q=echo-text&limit=1");
    expect(listed.body["results"]).toMatchObject([{ publisher_domains: after.body["publisher_domains"] }]);
  });

  test("304 with the entity tag", async () => {
    const etag = (await call("GET", "/v1/skills/echo-text")).headers.get("etag") ?? "";
    expect((await call("GET", "/v1/skills/echo-text", { headers: { "if-none-match": etag } })).status).toBe(
      304,
    );
  });

  test("404 SKILL_NOT_FOUND and VERSION_NOT_FOUND", async () => {
    expectProblem(await call("GET", "/v1/skills/nope"), 404, "SKILL_NOT_FOUND");
    expectProblem(await call("GET", "/v1/skills/echo-text?version=9.9.9"), 404, "VERSION_NOT_FOUND");
  });

  test("400 REQUEST_INVALID for an id no skill can have", async () => {
    for (const id of ["x".repeat(101), "%00", "a%00b?version=1.0.0", "echo-text?version=%00"]) {
      expectProblem(await call("GET", `/v1/skills/${id}`), 400, "REQUEST_INVALID");
    }
    for (const id of ["%ff", "..%2f..%2fetc", "'%20OR%201=1", "%F0%9F%A6%9C"]) {
      expectProblem(await call("GET", `/v1/skills/${id}`), 404, "SKILL_NOT_FOUND");
    }
  });
});

describe("GET /v1/agent/skills/{id}/schema", () => {
  test("200 with schemas, interface, examples and author", async () => {
    const { body, headers } = await call("GET", "/v1/agent/skills/echo-text/schema");
    expect(body).toMatchObject({
      input_schema: { type: "object", required: ["text"] },
      output_schema: { type: "object" },
      interface: {
        type: "cli",
        entry_point: "scripts/main.py",
        runtime: "python3",
        call_pattern: "stdin_stdout",
      },
      examples: [{ input: { text: "hello" }, output: { echo: "hello" } }],
      author_agent: null,
      price_lamports: "0",
      trust_level: "community",
      is_usk_v3: true,
      can_auto_convert: true,
      requirements: { python: [] },
      download: { platforms: expect.arrayContaining(["OpenClaw"]) as string[] },
    });
    expect(headers.get("cache-control")).toBe("public, max-age=300, s-maxage=5");
  });

  test("304 with the entity tag", async () => {
    const etag = (await call("GET", "/v1/agent/skills/echo-text/schema")).headers.get("etag") ?? "";
    const again = await call("GET", "/v1/agent/skills/echo-text/schema", {
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
  });

  test("404 SCHEMA_NOT_AVAILABLE for a skill that declares none: nothing is invented", async () => {
    expectProblem(await call("GET", "/v1/agent/skills/plain/schema"), 404, "SCHEMA_NOT_AVAILABLE");
    expectProblem(await call("GET", "/v1/agent/skills/nope/schema"), 404, "SKILL_NOT_FOUND");
  });
});
