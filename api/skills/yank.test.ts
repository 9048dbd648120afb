import { beforeAll, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { getActorOf, makeAccount, uniqueName, type TestAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
const { publisher: owner, publish } = testPublisher();

const name = uniqueName();
const path = (version: string, skill = name) => `/v1/skills/${skill}/versions/${version}/yank`;
let keys: Record<"owner" | "stranger", string>;

const keyOf = async ({ username }: TestAccount) =>
  (await createApiKey(await getActorOf(username), "test")).key;

beforeAll(async () => {
  for (const version of ["1.0.0", "1.1.0"]) await publish({ name, version });
  keys = { owner: await keyOf(owner()), stranger: await keyOf(await makeAccount()) };
});

test("401 without a key, 403 for anybody else, 404 for what is not there, 400 without a reason", async () => {
  const json = { reason: "wrong totals" };
  expectProblem(await call("POST", path("1.1.0"), { json }), 401, "AUTH_REQUIRED");
  expectProblem(await call("POST", path("1.1.0"), { json, key: keys.stranger }), 403, "PERMISSION_DENIED");
  expectProblem(await call("POST", path("9.0.0"), { json, key: keys.owner }), 404, "VERSION_NOT_FOUND");
  const nowhere = await call("POST", path("1.0.0", "no-such-skill"), { json, key: keys.owner });
  expectProblem(nowhere, 404, "SKILL_NOT_FOUND");
  for (const bad of [{}, { reason: "" }, { reason: "  " }, { reason: "x".repeat(501) }]) {
    const answer = await call("POST", path("1.1.0"), { json: bad, key: keys.owner });
    expectProblem(answer, 400, "REQUEST_INVALID");
  }
});

test("200: the version before is offered again, and the first reason stands however often it is asked", async () => {
  const first = await call("POST", path("1.1.0"), { json: { reason: "wrong totals" }, key: keys.owner });
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ version: "1.1.0", reason: "wrong totals" });
  const again = await call("POST", path("1.1.0"), { json: { reason: "other" }, key: keys.owner });
  expect(again.body).toEqual(first.body);
  expect((await call("GET", `/v1/skills/${name}`)).body["version"]).toBe("1.0.0");
  const download = await call("GET", `/v1/skills/${name}/download?version=1.1.0`);
  expectProblem(download, 409, "VERSION_NOT_AVAILABLE");
});
