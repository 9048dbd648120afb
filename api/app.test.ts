import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { app, OPERATIONS } from "@/api/app";
import EXAMPLES from "@/api/examples.json";
import { openApiDocument } from "@/api/frame/openapi";
import { call, expectProblem, type Call } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { findUnready } from "@/lib/web/http/readiness";
import { newAddress } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import packageJson from "@/package.json";

const database = testDatabase();

describe("what no route answers", () => {
  test("404 NOT_FOUND for an unknown path", async () => {
    for (const path of ["/v1", "/v1/nope", "/", "/v1/skills/x/y/z"]) {
      expectProblem(await call("GET", path), 404, "NOT_FOUND");
    }
  });

  test.each([
    ["DELETE", "/v1/agent/search", "GET, HEAD, OPTIONS"],
    ["GET", "/v1/quotes", "POST, OPTIONS"],
    ["PUT", "/v1/keys/api", "GET, HEAD, POST, OPTIONS"],
    ["PATCH", "/v1/openapi.json", "GET, HEAD, OPTIONS"],
    ["POST", "/.well-known/agent-skills/index.json", "GET, HEAD, OPTIONS"],
    ["POST", "/skills/csv-profile/.well-known/agent-skills/index.json", "GET, HEAD, OPTIONS"],
    ["DELETE", "/v1/skills/csv-profile", "GET, HEAD, OPTIONS"],
    ["POST", "/v1/log/tile/0/000", "GET, HEAD, OPTIONS"],
    ["POST", "/api/search", "GET, HEAD, OPTIONS"],
  ])("405 METHOD_NOT_ALLOWED for %s %s, with the methods it has", async (method, path, allow) => {
    const answer = await call(method, path);
    expectProblem(answer, 405, "METHOD_NOT_ALLOWED");
    expect(answer.headers.get("allow")).toBe(allow);
    const asked = await call("OPTIONS", path);
    expect([asked.status, asked.headers.get("allow")]).toEqual([204, allow]);
  });

  test("404 for OPTIONS of an unknown path, and for one with a slash too many, with the next step", async () => {
    for (const [method, path] of [
      ["OPTIONS", "/v1/nope"],
      ["GET", "/v1/skills/"],
    ] as const) {
      const answer = await call(method, path);
      expectProblem(answer, 404, "NOT_FOUND");
      expect(answer.body["detail"]).toContain("GET /v1/openapi.json");
    }
  });
});

describe("every answer", () => {
  test("has an id of its own, and cannot be taken for a page", async () => {
    const [first, second] = [await call("GET", "/v1/agent/info"), await call("GET", "/v1/agent/info")];
    expect(first.headers.get("x-request-id")).not.toBe(second.headers.get("x-request-id"));
    expect(first.headers.get("x-content-type-options")).toBe("nosniff");
    expect(first.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("may be read by scripts of other sites when it is reading, and only then", async () => {
    expect((await call("GET", "/v1/agent/info")).headers.get("access-control-allow-origin")).toBe("*");
    const writing = await call("POST", "/v1/skills/upload", { json: {} });
    expect(writing.headers.get("access-control-allow-origin")).toBeNull();
    const asked = await call("OPTIONS", "/v1/skills/upload");
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-methods")).toBe("GET, HEAD");
  });

  test("names the public address, whatever the Host header says", async () => {
    const { body } = await call("GET", "/v1/agent/info", { headers: { host: "evil.example" } });
    expect(body["openapi_url"]).toBe("http://127.0.0.1:3000/v1/openapi.json");
  });
});

test("500 INTERNAL for what nobody foresaw, with nothing of it in the answer", async () => {
  await database().$executeRaw`ALTER TABLE "Wanted" RENAME TO "Mislaid"`;
  try {
    // No operation describes a fault of ours, so the application is asked without `call`.
    const response = await app.request("/v1/demand/most-wanted");
    const body = await response.text();
    expect([response.status, (JSON.parse(body) as { error_code: string }).error_code]).toEqual([
      500,
      "INTERNAL",
    ]);
    expect(body).not.toMatch(/Mislaid|relation|prisma/i);
  } finally {
    await database().$executeRaw`ALTER TABLE "Mislaid" RENAME TO "Wanted"`;
  }
});

test.each([
  ["/v1/skills?limit=0", "limit must be at least 1"],
  ["/v1/skills?limit=many", "limit must be a whole number"],
  ["/v1/skills?limit=1&limit=2", "limit is given more than once"],
  ["/v1/log/entries?start=", "start must be a whole number"],
  ["/v1/log/proof/inclusion?seq=", "seq must be a whole number"],
  ["/v1/log/proof/inclusion", "seq is required"],
  ["/v1/skills?sort=best", "sort must be one of relevance, newest, calls, downloads, rating, price, name"],
])("400 for %s, in plain words: %s", async (path, said) => {
  const answer = await call("GET", path);
  expectProblem(answer, 400, "REQUEST_INVALID");
  expect(answer.body["detail"]).toBe(`The request is not valid: ${said}.`);
});

test("400 for a wrong body names what is wanted, also where a body has several forms", async () => {
  const said = async (json: unknown) =>
    (await call("POST", "/v1/quotes/quo_1/payment", { json })).body["detail"];
  expect(await said([])).toBe("The request is not valid: its body must be an object, not a list.");
  expect(await said({})).toBe(
    "The request is not valid: its body must have one of these forms: transaction is required; or signature is required.",
  );
  const { body } = await call("POST", "/v1/skills/nope/run", { json: { inputs: {} } });
  expect(body).toMatchObject({ detail: "The request is not valid: #/input is required." });
});

describe("what may be cached", () => {
  test.each([
    "/v1/agent/info",
    "/v1/agent/search",
    "/v1/agent/categories",
    "/v1/agent/platforms",
    "/v1/agent-authors/nobody/stats",
    "/v1/categories",
    "/v1/platforms",
    "/v1/skills",
    "/v1/demand/most-wanted",
    "/v1/keys",
    "/v1/openapi.json",
  ])("%s has an entity tag and a term, and answers 304 to who has it", async (path) => {
    const first = await call("GET", path);
    expect(first.status).toBe(200);
    expect(first.headers.get("cache-control")).toMatch(/^public, max-age=\d+/);
    const again = await call("GET", path, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers.get("access-control-allow-origin")).toBe("*");
  });
});

test("every limited route says in each answer how much is left", async () => {
  const { key } = await makeKeyHolder();
  const limited: [string, Call][] = [
    ["/v1/skills/nope/run", { json: { input: {} } }],
    ["/v1/quotes", { json: { skill: "nope", payer: newAddress(), input: {} } }],
    ["/v1/skills/upload", { json: {}, key }],
    ["/v1/skills/nope/reviews", { json: { rating: 5 }, key }],
    ["/v1/skills/nope/reports", { json: { reason: "spam", text: "x" } }],
  ];
  for (const [path, given] of limited) {
    const { status, headers } = await call("POST", path, given);
    expect([path, status >= 400]).toEqual([path, true]);
    for (const name of ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"]) {
      expect([path, name, headers.get(name)]).toEqual([path, name, expect.stringMatching(/^\d+$/)]);
    }
  }
});

describe("health", () => {
  test("200: alive, and ready with a database", async () => {
    expect((await call("GET", "/healthz")).body).toEqual({ status: "ok" });
    expect((await call("GET", "/readyz")).body).toEqual({ status: "ready", version: packageJson.version });
  });

  test("a database that does not answer makes the process unready", async () => {
    expect(await findUnready(() => Promise.reject(new Error("connection refused")))).toEqual(["database"]);
  });
});

describe("the OpenAPI document", () => {
  const document = openApiDocument(app, OPERATIONS, "http://127.0.0.1:3000");

  test("is the one that stands in docs/openapi.json", async () => {
    const committed = fs.readFileSync("docs/openapi.json", "utf8");
    const current = `${JSON.stringify(document, null, 2)}\n`;
    if (process.env["UPDATE_OPENAPI"] === "1") fs.writeFileSync("docs/openapi.json", current);
    else
      expect(JSON.parse(committed), "run UPDATE_OPENAPI=1 npx vitest run api/app.test.ts").toEqual(
        JSON.parse(current),
      );
    expect((await call("GET", "/v1/openapi.json")).body).toEqual(JSON.parse(current));
  });

  test("has an example for no operation that is gone", () => {
    const ids = new Set(OPERATIONS.map(({ route }) => route.operationId));
    expect(Object.keys(EXAMPLES).filter((id) => !ids.has(id))).toEqual([]);
  });

  test("names each operation once, with a summary and at least one answer", () => {
    const operations = Object.values(document.paths ?? {}).flatMap((item) =>
      Object.values(item as object),
    ) as {
      operationId?: string;
      summary?: string;
      responses?: object;
    }[];
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(25);
    for (const { operationId, summary, responses } of operations) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
      expect(summary).toBeTruthy();
      expect(Object.keys(responses ?? {})).not.toEqual([]);
    }
  });

  test("has a body wherever one is needed, and says that it is", () => {
    const bodies = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      Object.values(item as Record<string, { requestBody?: { required?: boolean } }>).map(
        ({ requestBody }) => [path, requestBody?.required] as const,
      ),
    );
    const uploads = bodies.filter(([path]) => path.endsWith("/upload"));
    expect(uploads).toEqual(uploads.map(([path]) => [path, true]));
    expect(uploads.length).toBe(2);
  });

  test("names 400 wherever a parameter or a body can be wrong", () => {
    const operations = Object.values(document.paths ?? {}).flatMap((item) =>
      Object.values(item as object),
    ) as { operationId: string; parameters?: unknown[]; requestBody?: object; responses: object }[];
    const silent = operations.filter(
      ({ parameters = [], requestBody, responses }) =>
        (parameters.length > 0 || requestBody !== undefined) && !("400" in responses),
    );
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });
});
