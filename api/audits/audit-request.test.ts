import { beforeAll, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { testPublisher } from "@/lib/registry/testing/publisher";
import { yankVersion } from "@/lib/publishing/yank-version";
import { getActorOf, makeAccount, uniqueName, type TestAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
const { publisher: owner, publish } = testPublisher();

const name = uniqueName();
const path = `/v1/skills/${name}/audit-request`;
let keys: Record<"owner" | "stranger", string>;

const keyOf = async ({ username }: TestAccount) =>
  (await createApiKey(await getActorOf(username), "test")).key;

beforeAll(async () => {
  await publish({ name });
  keys = { owner: await keyOf(owner()), stranger: await keyOf(await makeAccount()) };
});

test("200 with the time of the first request, however often the owner asks", async () => {
  const first = await call("POST", path, { json: {}, key: keys.owner });
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ version: "1.0.0" });
  const again = await call("POST", path, { json: { version: "1.0.0" }, key: keys.owner });
  expect(again.body).toEqual(first.body);
});

test("401 without a key, 403 for anybody else, 404 for what is not there", async () => {
  expectProblem(await call("POST", path, { json: {} }), 401, "AUTH_REQUIRED");
  expectProblem(await call("POST", path, { json: {}, key: keys.stranger }), 403, "PERMISSION_DENIED");
  const none = await call("POST", path, { json: { version: "9.0.0" }, key: keys.owner });
  expectProblem(none, 404, "VERSION_NOT_FOUND");
  const nowhere = await call("POST", "/v1/skills/no-such-skill/audit-request", { json: {}, key: keys.owner });
  expectProblem(nowhere, 404, "SKILL_NOT_FOUND");
});

test("409 for a version that was yanked", async () => {
  const other = uniqueName();
  await publish({ name: other });
  await yankVersion({ actor: owner(), skill: other, version: "1.0.0", reason: "wrong" });
  const answer = await call("POST", `/v1/skills/${other}/audit-request`, {
    json: { version: "1.0.0" },
    key: keys.owner,
  });
  expectProblem(answer, 409, "VERSION_NOT_AVAILABLE");
});
