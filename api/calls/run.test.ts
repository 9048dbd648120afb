import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem, type Call } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { yankVersion } from "@/lib/publishing/yank-version";
import { testRunner } from "@/lib/running/testing/test-runner";
import { buildSkillPackage, makeAccount, newAddress, publishNow } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testRunner({ FREE_RUNS_PER_HOUR: "3" });

beforeAll(async () => {
  const payee = newAddress();
  const publisher = await makeAccount({ address: payee });
  await publishNow(buildSkillPackage({ name: "echo-text" }), publisher);
  await publishNow(buildSkillPackage({ name: "echo-text", version: "2.0.0" }), publisher);
  await yankVersion({ actor: publisher, skill: "echo-text", version: "1.0.0", reason: "old" });
  await publishNow(buildSkillPackage({ name: "priced", paid: { lamports: 5000, payee } }), publisher);
  await publishNow(
    buildSkillPackage({ name: "plain", frontMatter: { spec: undefined, interface: undefined } }),
    publisher,
  );
});

let callers = 0;
/** A run by a caller who has not run anything yet. */
const run = (skill: string, json: unknown, given: Call = {}) =>
  call("POST", `/v1/skills/${skill}/run`, { json, remoteAddress: `198.51.100.${++callers}`, ...given });

describe("POST /v1/skills/{id}/run", () => {
  test("200 with the output, and a token that opens the run again", async () => {
    const { status, body, headers } = await run("echo-text", { input: { text: "안녕" } });
    expect(status).toBe(200);
    expect(body["run"]).toMatchObject({
      skill: "echo-text",
      version: "2.0.0",
      state: "DONE",
      output: { echo: "안녕" },
    });
    expect(headers.get("ratelimit-remaining")).toBe("2");
    const { id } = body["run"] as { id: string };
    const token = { "x-access-token": String(body["access_token"]) };
    expect((await call("GET", `/v1/runs/${id}`, { headers: token })).body["run"]).toEqual(body["run"]);
    expectProblem(await call("GET", `/v1/runs/${id}`), 403, "PERMISSION_DENIED");
    expectProblem(await call("GET", "/v1/runs/run_nope", { headers: token }), 404, "RUN_NOT_FOUND");
  });

  test.each<[number, string, string, unknown, Call]>([
    [400, "REQUEST_INVALID", "echo-text", { input: {}, version: 7 }, {}],
    [401, "AUTH_FAILED", "echo-text", { input: { text: "x" } }, { key: "sk_wrong" }],
    [402, "PAYMENT_REQUIRED", "priced", { input: { text: "x" } }, {}],
    [404, "SKILL_NOT_FOUND", "nope", { input: {} }, {}],
    [404, "SKILL_NOT_FOUND", "nope", { version: "1.0.0", input: {} }, {}],
    [404, "VERSION_NOT_FOUND", "echo-text", { version: "9.9.9", input: {} }, {}],
    [409, "VERSION_NOT_AVAILABLE", "echo-text", { version: "1.0.0", input: {} }, {}],
    [409, "SKILL_NOT_RUNNABLE", "plain", { input: {} }, {}],
    [413, "CONTENT_TOO_LARGE", "echo-text", { input: { text: "x".repeat(128 * 1024) } }, {}],
    [422, "INPUT_INVALID", "echo-text", { input: { text: 7 } }, {}],
    [422, "INPUT_INVALID", "echo-text", { input: { text: "\u0000" } }, {}],
    [400, "REQUEST_INVALID", "echo-text", {}, {}],
  ])("%i %s: %s", async (status, code, skill, json, given) => {
    expectProblem(await run(skill, json, given), status, code);
  });

  test("415 CONTENT_TYPE_INVALID for text", async () => {
    const headers = { "content-type": "text/plain" };
    expectProblem(
      await call("POST", "/v1/skills/echo-text/run", { body: "{}", headers }),
      415,
      "CONTENT_TYPE_INVALID",
    );
  });

  test("415 CONTENT_TYPE_INVALID for a compressed body, which says so", async () => {
    const body = gzipSync(JSON.stringify({ input: { text: "x" } }));
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    const answer = await call("POST", "/v1/skills/echo-text/run", { body, headers });
    expectProblem(answer, 415, "CONTENT_TYPE_INVALID");
    expect(answer.body["detail"]).toContain('"gzip"');
  });

  test("402 says in a member what a call costs", async () => {
    expect((await run("priced", { input: { text: "x" } })).body["price_lamports"]).toMatch(/^[1-9]\d*$/);
  });

  test("400 REQUEST_INVALID for malformed JSON and for a depth that would exhaust a reader", async () => {
    const headers = { "content-type": "application/json" };
    for (const body of ["{", `{"input": ${"[".repeat(100)}${"]".repeat(100)}}`]) {
      expectProblem(
        await call("POST", "/v1/skills/echo-text/run", { body, headers }),
        400,
        "REQUEST_INVALID",
      );
    }
  });

  test("400 REQUEST_INVALID with the place of a number that would reach the skill as another one", async () => {
    const headers = { "content-type": "application/json" };
    const body = '{"input": {"text": "x", "rows": [{"id": 9007199254740993}]}}';
    const answer = await call("POST", "/v1/skills/echo-text/run", { body, headers });
    expectProblem(answer, 400, "REQUEST_INVALID");
    expect(answer.body["errors"]).toEqual([
      {
        pointer: "#/input/rows/0/id",
        detail: "The number 9007199254740993 cannot be carried exactly by JSON; write it as text.",
      },
    ]);
  });

  test("422 names the place of each fault", async () => {
    const { body } = await run("echo-text", { input: { text: 7 } });
    expect(body["errors"]).toContainEqual(expect.objectContaining({ pointer: "/text" }));
  });

  test("429 RATE_LIMITED by address, whatever X-Forwarded-For says; an account has a share of its own", async () => {
    const attempt = (given: Call = {}) =>
      call("POST", "/v1/skills/nope/run", { json: { input: {} }, remoteAddress: "192.0.2.7", ...given });
    for (let i = 0; i < 3; i++) expectProblem(await attempt(), 404, "SKILL_NOT_FOUND");
    const limited = await attempt({ headers: { "x-forwarded-for": "6.6.6.6" } });
    expectProblem(limited, 429, "RATE_LIMITED");
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(3500);
    const { key } = await makeKeyHolder();
    expectProblem(await attempt({ key }), 404, "SKILL_NOT_FOUND");
  });

  test("429 RATE_LIMITED for an address that opens one account after another", async () => {
    const attempt = async () => {
      const { key } = await makeKeyHolder();
      return call("POST", "/v1/skills/nope/run", { json: { input: {} }, remoteAddress: "192.0.2.8", key });
    };
    for (let account = 0; account < 3 * 10; account++) expectProblem(await attempt(), 404, "SKILL_NOT_FOUND");
    expectProblem(await attempt(), 429, "RATE_LIMITED");
  });
});
