import { z } from "@hono/zod-openapi";
import { describe, expect, test } from "vitest";
import { noun, type Facts } from "@/api/frame/operation";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

const ANSWERS = { 200: [z.object({ status: z.literal("ok") }), "Well."] } as const;

/** What the description says of an operation with these facts. */
function describedBy(facts: Partial<Facts>) {
  const things = noun("Discovery");
  things
    .post("/v1/things/{id}", { id: "doThing", summary: "Does it", answers: ANSWERS, ...facts })
    .handle(() => new Response());
  const [operation] = things.operations;
  const { responses, security, ...route } = operation?.route ?? { responses: {} };
  const codes = Object.entries(responses).flatMap(([status, response]) => {
    const { description = "" } = response as { description?: string };
    return [...description.matchAll(/\b([A-Z]+_[A-Z_]+):/g)].map(([, code]) => `${status} ${code}`);
  });
  return { route, statuses: Object.keys(responses), security, codes };
}

describe("what is said of an operation follows from its facts", () => {
  const params = z.object({ id: z.string() });
  test.each<[string, Partial<Facts>, string[], object[]]>([
    ["nothing more", {}, [], []],
    [
      "a key",
      { key: "needed" },
      ["401 AUTH_REQUIRED", "401 AUTH_FAILED", "403 PERMISSION_DENIED"],
      [{ ApiKey: [] }, { Bearer: [] }],
    ],
    [
      "a key, also one that may only stage",
      { key: "needed", stages: true },
      ["401 AUTH_REQUIRED", "401 AUTH_FAILED"],
      [{ ApiKey: [] }, { Bearer: [] }],
    ],
    [
      "a key or none",
      { key: "optional" },
      ["401 AUTH_FAILED", "403 PERMISSION_DENIED"],
      [{}, { ApiKey: [] }, { Bearer: [] }],
    ],
    [
      "a key it asks for itself",
      { key: "sometimes" },
      ["401 AUTH_REQUIRED", "401 AUTH_FAILED", "403 PERMISSION_DENIED"],
      [{ ApiKey: [] }, { Bearer: [] }],
    ],
    ["a limit", { limit: REQUEST_LIMITS.report }, ["429 RATE_LIMITED"], []],
    ["parameters", { params }, ["400 REQUEST_INVALID"], []],
    [
      "a JSON body",
      { json: z.object({}) },
      ["400 REQUEST_INVALID", "413 CONTENT_TOO_LARGE", "415 CONTENT_TYPE_INVALID"],
      [],
    ],
    [
      "failures of its own, each said once",
      { params, problems: ["SKILL_NOT_FOUND", "REQUEST_INVALID"] },
      ["400 REQUEST_INVALID", "404 SKILL_NOT_FOUND"],
      [],
    ],
  ])("%s", (_, facts, codes, security) => {
    const described = describedBy(facts);
    expect(described.codes.sort()).toEqual(codes.toSorted());
    expect(described.security).toEqual(security);
  });

  test("what may be cached can be answered 304, and nothing else can", () => {
    expect(describedBy({ cached: 60 }).statuses).toContain("304");
    expect(describedBy({}).statuses).not.toContain("304");
  });

  test("its group is that of the noun, if it names none", () => {
    expect(describedBy({}).route).toMatchObject({ tags: ["Discovery"] });
    expect(describedBy({ tag: "Audits" }).route).toMatchObject({ tags: ["Audits"], operationId: "doThing" });
  });
});
